// Replaces the stock module: grammars are loaded at build time (src/rehype/codeBlocks), none in the browser.
export default function prismIncludeLanguages(): void {}
