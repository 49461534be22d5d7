// All that @docusaurus/utils-common uses of tslib, which a bundler can't shake: 10 KB for one function.
export const __importDefault = (module) => (module && module.__esModule ? module : {default: module});
