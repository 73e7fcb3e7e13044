import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const zodRoot = {
  name: 'zod',
  message: "Import * as z from 'zod/mini': the full build is many times heavier.",
}

const clientWithTimeouts = {
  selector: "NewExpression[callee.name=/Client$/]:not(:has(CallExpression[callee.name='awsTimeouts']))",
  message: 'Without awsTimeouts a stalled call to AWS outlives whoever waits for it.',
}

const nameOfBroker = {
  selector: ':matches(Literal[value=/\\bIG\\b/], TemplateElement[value.raw=/\\bIG\\b/])',
  message: 'Engine and rules know the broker by brokerName (shared/trading/model/broker-name.ts).',
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

export default tseslint.config(
  { ignores: ['.build', '.local', 'cdk.out', 'coverage', 'reports'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // One program for the whole run: typescript-eslint’s project service takes half as long again.
    languageOptions: { parserOptions: { project: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  { files: ['web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['{shared,functions,web}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [zodRoot] }] },
  },
  {
    files: ['{shared,functions}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 60],
    },
  },
  {
    files: ['functions/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', clientWithTimeouts, ...rowsWithSchema] },
  },
  {
    // Written elsewhere than made (log-items.ts), or counted on a row that is there.
    files: ['functions/logs/write-log.ts', 'functions/settings/webhook-secret-store.ts'],
    rules: { 'no-restricted-syntax': ['error', clientWithTimeouts] },
  },
  {
    // IG's words end at the mapper: the engine says what it means in its own.
    files: ['functions/trading/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Literal[value=/^(DFB|OPEN|AMENDED|CLOSED|DELETED|(PARTIALLY|FULLY)_CLOSED|(POSITION|LIMIT_ORDER|STOP_ORDER|WORKING_ORDER)_[A-Z_]+)$/]',
          message:
            'A word of IG: the mapper (functions/broker/ig/mapper.ts) turns it into one of the ports’.',
        },
        nameOfBroker,
        clientWithTimeouts,
        ...rowsWithSchema,
      ],
    },
  },
  {
    files: ['shared/trading/**/*.ts'],
    ignores: ['**/*.test.ts', 'shared/trading/model/broker-name.ts'],
    rules: { 'no-restricted-syntax': ['error', nameOfBroker] },
  },
  {
    files: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...limitsOfTests] },
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
