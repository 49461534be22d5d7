/** What the bundler gives to code that it replaces in a running page. */
interface Hot {
  addStatusHandler(handler: (status: string) => void): void;
}

const hot = (import.meta as ImportMeta & {webpackHot?: Hot}).webpackHot;
let failed = false;

// In a preview, a page that was saved with a mistake stays broken when what replaces it has none.
window.addEventListener('unhandledrejection', ({reason}) => {
  failed ||= reason instanceof Error && reason.message.includes('Module build failed');
});
hot?.addStatusHandler((status) => {
  if (failed && status === 'idle') {
    window.location.reload();
  }
});
