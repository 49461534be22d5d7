/**
 * The stages through which a model goes, in the words of the whole site: `static/img/index/pipeline.svg` draws them, pages
 * name theirs in the front matter (`stage: lower`), and tuning serves the one that it measures for.
 */
export const STAGES = ['import', 'optimize', 'lower', 'codegen', 'run'] as const;

/** Where a page belongs: one stage, or tuning beside them. */
export const PAGE_STAGES = [...STAGES, 'tune'] as const;

export type PageStage = (typeof PAGE_STAGES)[number];

/** The stage that a page names; undefined where it names none, or one that does not exist. */
export function pageStage({stage}: {stage?: unknown}): PageStage | undefined {
  return PAGE_STAGES.find((known) => known === stage);
}
