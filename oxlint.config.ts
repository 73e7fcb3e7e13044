import { defineConfig, type DummyRule } from 'oxlint'

const zodRoot = {
  name: 'zod',
  message: "Import * as z from 'zod/mini': the full build is many times heavier.",
}

const clientWithTimeouts = {
  selector: "NewExpression[callee.name=/Client$/]:not(:has(CallExpression[callee.name='awsTimeouts']))",
  message: 'Without awsTimeouts a stalled call to AWS takes longer than its caller waits.',
}

const nameOfBroker = {
  selector: ':matches(Literal[value=/\\bIG\\b/], TemplateElement[value.raw=/\\bIG\\b/])',
  message: 'Engine and rules know the broker by brokerName (shared/trading/model/broker-name.ts).',
}

const wordOfBroker = {
  selector:
    'Literal[value=/^(DFB|OPEN|AMENDED|CLOSED|DELETED|(PARTIALLY|FULLY)_CLOSED|(POSITION|LIMIT_ORDER|STOP_ORDER|WORKING_ORDER)_[A-Z_]+)$/]',
  message: 'A word of IG: the mapper (functions/broker/ig/mapper.ts) turns it into one of the ports’.',
}

/** How long a test may take depends on the machine: vitest.config.ts ends what hangs. */
const limitsOfTests = [
  'Literal[raw=/^[0-9_]+$/]:last-child',
  "ObjectExpression > Property[key.name='timeout']",
].map((limit) => ({
  selector: `CallExpression:matches([callee.name=/^(it|test|describe|(before|after)(All|Each))$/], [callee.object.name=/^(it|test|describe)$/], [callee.callee.object.name=/^(it|test|describe)$/]) > ${limit}`,
  message: 'A test has no limit of its own: it would fail on a busy machine.',
}))

/** A version that meets rows of another one must know it: what writes a row says which form it has. */
const rowsWithSchema = [
  "NewExpression[callee.name='PutCommand']:not(:has(Property[key.name='schema']))",
  "Property[key.name='PutRequest']:not(:has(Property[key.name='schema']))",
  // An update makes a row unless its condition, written in place, asks for one that is there.
  "NewExpression[callee.name='UpdateCommand']" +
    ':not(:has(Literal[value=/#schema/], TemplateElement[value.raw=/#schema/], Literal[value=/attribute_exists.pk./]))' +
    ":not(:has(Property[key.name='ConditionExpression'][value.type='Literal']):not(:has(Literal[value=/attribute_not_exists/])))",
].map((selector) => ({
  selector,
  message: 'A stored row says which form it has, in its attribute `schema`.',
}))

const spreadLiteral = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'TypeScript does not check a literal that is spread for misspelt fields: write its fields out.',
}

/** Oxlint has no rule of its own for syntax; this is ESLint's. An override replaces the list of the rules before it. */
const forbids = (
  ...syntax: readonly { readonly selector: string; readonly message: string }[]
): { 'eslint-js/no-restricted-syntax': DummyRule } => ({
  'eslint-js/no-restricted-syntax': ['error', spreadLiteral, ...syntax],
})

export default defineConfig({
  plugins: ['typescript', 'react', 'oxc'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  ignorePatterns: ['.build', '.local', 'cdk.out', 'coverage'],
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  rules: {
    ...forbids(),
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-array-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // What these report here is mostly right as it is.
    'no-control-regex': 'off',
    'no-unsafe-optional-chaining': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
  },
  overrides: [
    { files: ['web/**/*.{ts,tsx}'], rules: { 'react/rules-of-hooks': 'error' } },
    {
      files: ['{shared,functions,web}/**/*.{ts,tsx}'],
      rules: { 'no-restricted-imports': ['error', { paths: [zodRoot] }] },
    },
    { files: ['**/*.{ts,tsx}'], excludeFiles: ['**/*.test.{ts,tsx}'], rules: { 'max-params': ['error', 4] } },
    {
      files: ['{shared,functions,infra/stack,infra/deploy,infra/cli}/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'max-lines': ['error', 400], 'max-lines-per-function': ['error', 60] },
    },
    {
      files: ['web/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      rules: { 'max-lines': ['error', 300], 'max-lines-per-function': ['error', 60] },
    },
    {
      // A component has its markup as well.
      files: ['web/**/*.tsx'],
      excludeFiles: ['**/*.test.tsx'],
      rules: { 'max-lines-per-function': ['error', 80] },
    },
    {
      files: ['functions/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: forbids(clientWithTimeouts, ...rowsWithSchema),
    },
    {
      // Written elsewhere than made (log-items.ts), or counted on a row that is there.
      files: ['functions/logs/write-log.ts', 'functions/settings/webhook-secret-store.ts'],
      rules: forbids(clientWithTimeouts),
    },
    {
      // IG's words end at the mapper: the engine says what it means in its own.
      files: ['functions/trading/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: forbids(wordOfBroker, nameOfBroker, clientWithTimeouts, ...rowsWithSchema),
    },
    {
      files: ['shared/trading/**/*.ts'],
      excludeFiles: ['**/*.test.ts', 'shared/trading/model/broker-name.ts'],
      rules: forbids(nameOfBroker),
    },
    { files: ['**/*.test.{ts,tsx}'], rules: forbids(...limitsOfTests) },
    {
      files: ['functions/trading/**/*.ts', 'shared/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
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
  ],
})
