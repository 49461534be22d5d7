import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

// Only readers who asked to read without a network have a service worker.
if (ExecutionEnvironment.canUseDOM && navigator.serviceWorker?.controller) {
  void import('@site/src/browser/offline').then(({resume}) => resume());
}
