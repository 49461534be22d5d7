/** The name of a Python package in its normal form: lower case, `-` between words. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** A version without its local part: `2.13.0+cpu` is the release `2.13.0`. */
export function publicVersion(version: string): string {
  return version.split('+')[0];
}

/** The `name==version` lines of a requirements file, by normal name; options and comments aside. */
export function parseRequirements(text: string): Map<string, string> {
  const pins = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^([A-Za-z0-9][\w.-]*)\s*==\s*([^\s;#]+)/.exec(line.trim());
    if (match) {
      pins.set(normaliseName(match[1]), publicVersion(match[2]));
    }
  }
  return pins;
}
