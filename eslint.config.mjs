import docusaurus from '@docusaurus/eslint-plugin';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The two halves: what readers' browsers run, and what the build and maintainers run. */
const BROWSER = [
  'src/{theme,components,search,client,browser,pages}/**/*.{ts,tsx}',
  'src/speed/*/browser/**/*.{ts,tsx}',
];
const NODE = [
  'src/{content,plugins,remark,rehype,build,fixes}/**/*.ts',
  'src/speed/*.ts',
  'src/speed/*/*.ts',
  'tools/**/*.ts',
  'figures/**/*.ts',
];

const NODE_CODE = {
  group: [
    '**/plugins/**',
    '**/remark/**',
    '**/rehype/**',
    '**/build/**',
    '!**/build/*.json',
    '**/fixes/**',
    '**/tools/**',
    '**/src/content/**',
    '**/../content/**',
    'node:*',
    'fs',
    'path',
  ],
  message: '浏览器里的代码不能引用 Node 里的代码；两边都要的放进 src/site。',
};
const BROWSER_CODE = {
  group: [
    '**/theme/**',
    '**/components/**',
    '**/client/**',
    '**/browser/**',
    '**/search/**',
    '!**/plugins/search/**',
    '!**/tools/search/**',
    '@theme/*',
    '@docusaurus/theme-common*',
  ],
  message: 'Node 里的代码不能引用浏览器里的代码；两边都要的放进 src/site。',
  allowTypeImports: true,
};
/** A later block replaces the list of an earlier one, so that each has this too. */
const SHARED = {group: ['**/shared/**'], message: '仓库只读自己的文件；要用的事实放进 data/。'};

export default tseslint.config(
  {ignores: ['build/', '.docusaurus/', 'node_modules/', 'static/', 'test-results/', '**/.cache/']},
  js.configs.recommended,
  tseslint.configs.recommended,
  tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', {argsIgnorePattern: '^_', varsIgnorePattern: '^_'}],
      eqeqeq: ['error', 'always'],
      'no-restricted-imports': ['error', {patterns: [SHARED]}],
    },
  },
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        require: 'readonly',
        module: 'writable',
        __dirname: 'readonly',
        process: 'readonly',
        console: 'readonly',
      },
    },
    rules: {'@typescript-eslint/no-require-imports': 'off'},
  },
  {
    files: BROWSER,
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: BROWSER,
    plugins: {'@docusaurus': docusaurus},
    rules: {
      '@docusaurus/string-literal-i18n-messages': 'error',
      '@docusaurus/no-untranslated-text': ['error', {ignoredStrings: ['·', '—', '×', '#', '/']}],
      '@docusaurus/no-html-links': 'error',
      'no-restricted-imports': ['error', {patterns: [SHARED, NODE_CODE]}],
    },
  },
  {
    files: NODE,
    rules: {'no-restricted-imports': ['error', {patterns: [SHARED, BROWSER_CODE]}]},
  },
  {
    files: ['src/site/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {patterns: [SHARED, NODE_CODE, {...BROWSER_CODE, allowTypeImports: false}]},
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/site/environment.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {object: 'process', property: 'env', message: '环境变量只在 src/site/environment.ts 里解析。'},
      ],
    },
  },
);
