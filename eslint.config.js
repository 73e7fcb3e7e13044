import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'

/** Rooms that must not be entered from `target`; shared is open to all, and reads none of them. */
const zone = (target, from, message) => ({
  target: `./${target}`,
  from: from.map((room) => `./${room}`),
  message,
})

export default tseslint.config(
  { ignores: ['.build', '.local', 'cdk.out', 'coverage', 'reports'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            zone(
              'shared',
              ['functions', 'web', 'infra'],
              'shared is true whoever asks: it imports no other room.',
            ),
            zone('functions', ['web', 'infra'], 'functions read shared and nothing else.'),
            zone('web', ['functions', 'infra'], 'web reads shared and nothing else.'),
            zone(
              'infra',
              ['functions', 'web'],
              'infra names handlers and pages by file path, it never imports them.',
            ),
          ],
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'zod',
              message: "Import * as z from 'zod/mini': the full build is twenty times heavier.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ['functions/trading/**/*.ts', 'shared/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      // The engine sees the world through its ports only, so that the simulation can own time and chance.
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Ask the clock port.' },
        { object: 'Math', property: 'random', message: 'Ask the random port.' },
      ],
      'no-restricted-globals': ['error', 'fetch', 'setTimeout', 'setInterval'],
    },
  },
)
