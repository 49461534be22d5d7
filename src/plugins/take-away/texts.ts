/** What the files that readers take with them say besides the page. Made in the build, so from the translations as such. */

/** A message as components write it, with the values for what stands in braces. */
interface Message {
  id: string;
  message: string;
  description: string;
}

export type Translate = (message: Message, values?: Record<string, string | number>) => string;

/** @param translations what Docusaurus has read, by identifier */
export function translator(translations: Readonly<Record<string, string>>): Translate {
  return ({id, message}, values = {}) =>
    (translations[id] ?? message).replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** The sentences, by what they are for. */
export function takeAwayTexts(translate: Translate) {
  return {
    source: (url: string, release: string) =>
      translate(
        {
          id: 'takeAway.source',
          message: 'From {url}, for Apache TVM {release}.',
          description: 'Beginning of a script, notebook or Markdown copy of a page',
        },
        {url, release},
      ),
    /** Of a page that belongs to no release. */
    origin: (url: string) =>
      translate(
        {
          id: 'takeAway.origin',
          message: 'From {url}.',
          description: 'Beginning of a Markdown copy of a page that is about no release',
        },
        {url},
      ),
    needs: (needs: string) =>
      translate(
        {
          id: 'takeAway.needs',
          message: 'Also needs: {needs}.',
          description: 'What running a script or notebook takes besides TVM',
        },
        {needs},
      ),
    checkVersion: (release: string) =>
      translate(
        {
          id: 'takeAway.checkVersion',
          message: 'Written for TVM {release}; other releases have other names and print something else.',
          description: 'Comment above the check of the version in a script or notebook',
        },
        {release},
      ),
    /** Part of a Python f-string. */
    otherVersion: (release: string, found: string) =>
      translate(
        {
          id: 'takeAway.otherVersion',
          message: 'this is for TVM {release}, but {found} is installed',
          description: 'Warning of a script or notebook under another release of TVM',
        },
        {release, found},
      ),
    notRun: () =>
      translate({
        id: 'code.norun',
        message: 'Not run here:',
        description: 'Before the reason why an example was not run',
      }),
    measured: (cores: number, model: string, threads: number, date: string) =>
      translate(
        {
          id: 'code.measured',
          message: 'Measured on {model} with {cores} cores and {threads} threads, {date}',
          description: 'Below figures that vary from machine to machine',
        },
        {cores, model, threads, date},
      ),
    output: () =>
      translate({
        id: 'code.output',
        message: 'Output',
        description: 'Caption of what the code above printed',
      }),
    before: () =>
      translate({id: 'code.before', message: 'Before', description: 'Caption of an output before a change'}),
    after: () =>
      translate({id: 'code.after', message: 'After', description: 'Caption of an output after a change'}),
    answerBelow: () =>
      translate({
        id: 'takeAway.answerBelow',
        message: 'the cells below are collapsed; try it yourself first.',
        description: 'After the title of the answer to an exercise in a notebook',
      }),
    collapsed: () =>
      translate({
        id: 'takeAway.collapsed',
        message: 'the cells below are collapsed.',
        description: 'After the title of a part of a page that is folded, in a notebook',
      }),
    /** Of `llms.txt`. */
    listTitle: (release: string) =>
      translate(
        {
          id: 'takeAway.listTitle',
          message: 'Apache TVM {release}',
          description: 'Title of the list of the pages of a version for machines',
        },
        {release},
      ),
    listSummary: (release: string) =>
      translate(
        {
          id: 'takeAway.listSummary',
          message:
            'Documentation of Apache TVM {release} in Chinese. Every example ran on that release; what it printed stands below it. Each address is that of a Markdown copy; without .md it is the page.',
          description: 'Below the title of the list of the pages of a version for machines',
        },
        {release},
      ),
    start: () =>
      translate({
        id: 'takeAway.start',
        message: 'Start',
        description: 'Heading of the pages at the top of a version, in the list for machines',
      }),
    reference: () =>
      translate({
        id: 'takeAway.reference',
        message: 'API reference and more',
        description: 'Heading of the pages that the sidebar leaves out, in the list for machines',
      }),
    siteSummary: () =>
      translate({
        id: 'takeAway.siteSummary',
        message: 'Documentation of Apache TVM in Chinese, for the releases below.',
        description: 'Beginning of the list of versions for machines',
      }),
    versions: () =>
      translate({
        id: 'takeAway.versions',
        message: 'Versions',
        description: 'Heading of the list of versions for machines',
      }),
    allPages: (release: string) =>
      translate(
        {
          id: 'takeAway.allPages',
          message: 'TVM {release}, list of the pages',
          description: 'Link to the list of the pages of a version for machines',
        },
        {release},
      ),
    wholeText: (release: string) =>
      translate(
        {
          id: 'takeAway.wholeText',
          message: 'TVM {release}, all pages in one file',
          description: 'Link to the text of all pages of a version for machines',
        },
        {release},
      ),
    contents: () =>
      translate({
        id: 'takeAway.contents',
        message: 'Contents',
        description: 'Heading of the contents of a PDF',
      }),
    figure: (number: string) =>
      translate(
        {id: 'takeAway.figure', message: 'Figure {number}', description: 'Below a figure of a PDF'},
        {number},
      ),
    search: () =>
      translate({
        id: 'takeAway.search',
        message: 'Search',
        description: 'Title of the page that searches a downloaded archive',
      }),
    name: () =>
      translate({id: 'takeAway.name', message: 'Name', description: 'Head of a table made of a chart'}),
    value: () =>
      translate({id: 'takeAway.value', message: 'Value', description: 'Head of a table made of a chart'}),
  };
}

export type TakeAwayTexts = ReturnType<typeof takeAwayTexts>;
