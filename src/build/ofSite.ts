interface OfSite {
  siteDir: string;
}

/**
 * Gives a plugin for Markdown the folder of the site. What is an option in the configuration is in the code of every page,
 * where the folder of the machine that built it is nobody's business and makes builds differ; a function is not.
 */
export function ofSite<This, Result>(
  siteDir: string,
  plugin: (this: This, options: OfSite) => Result,
): (this: This) => Result {
  return function () {
    return plugin.call(this, {siteDir});
  };
}
