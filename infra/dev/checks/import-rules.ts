import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { readNoOptions } from '../../command-line.ts'
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { root } from '../../stack/lambdas.ts'

const tests = '\\.test\\.tsx?$|^web/testing/'

type Rule = IForbiddenRuleType
const rule = (name: string, comment: string, from: object, to: object) =>
  ({ name, comment, severity: 'error', from, to }) as Rule & { readonly name: string }

/** The layers of the trading engine, from top to bottom. The files above them, such as `execute.ts`, start its runs. */
export const engineFloors = [
  'accept',
  'decide',
  'send',
  'look-up',
  'watch',
  'record',
  'ledger',
  'ports',
] as const

/** The rules for imports between files. */
export const fileRules = [
  rule('no-cycle', 'Files that import each other can only be understood together.', {}, { circular: true }),
  rule(
    'shared-reads-nothing',
    'shared holds for every room: it imports none of them.',
    { path: '^shared/', pathNot: tests },
    { path: '^(functions|web|infra)/' },
  ),
  rule(
    'schemas-are-named',
    'Only `*.schema.ts` and the contract load zod: an import shows whether zod comes with it.',
    { path: '^shared/(?!contract/)', pathNot: '\\.schema\\.ts$' },
    { path: '(^|node_modules/)zod(/|$)' },
  ),
  rule(
    'functions-read-shared',
    'The Lambdas read shared and nothing else of the repository.',
    { path: '^functions/', pathNot: tests },
    { path: '^(web|infra)/' },
  ),
  rule(
    'web-reads-shared',
    'The browser reads shared and nothing else of the repository.',
    { path: '^web/' },
    { path: '^(functions|infra)/', pathNot: '^infra/dev/testing/' },
  ),
  rule(
    'infra-reads-shared',
    'The CDK app names handlers and pages by file path. It never imports them. The login test of the CLI logs in as Lambdas do.',
    { path: '^infra/(?!dev/|cli/test-login\\.ts)', pathNot: tests },
    { path: '^(functions|web)/' },
  ),
  rule(
    'nothing-reads-dev',
    'What develops and tests the product is no part of it.',
    { path: '^(?!infra/dev/)', pathNot: tests },
    { path: '^infra/dev/' },
  ),
  rule(
    'local-cloud-loads-no-cdk',
    'The CDK takes a second to load: what needs it runs in a process of its own.',
    { path: '^infra/dev/local/cloud\\.ts$' },
    { path: '^infra/stack/build-app\\.ts$', reachable: true },
  ),
  rule(
    'paper-ig-stands-alone',
    'Paper IG is a package of its own.',
    { path: '^infra/dev/paper-ig/' },
    { path: '^(functions|shared|web|infra/(?!dev/paper-ig/))' },
  ),
  rule(
    'constructs-do-not-deploy',
    'The CDK app does not know who deploys it.',
    { path: '^infra/stack/', pathNot: tests },
    { path: '^infra/deploy/' },
  ),
  rule(
    'infra-files-serve-its-folders',
    'What lies in infra itself serves its folders and reads none of them.',
    { path: '^infra/[^/]+$', pathNot: tests },
    { path: '^infra/.+/' },
  ),
  rule(
    'handlers-are-entries',
    'A handler is where a Lambda starts: what two of them need belongs to a noun.',
    { path: '^functions/', pathNot: tests },
    { path: '^functions/handlers/' },
  ),
  rule(
    'aws-kit-knows-no-noun',
    'The kit serves all nouns and knows none.',
    { path: '^functions/aws/', pathNot: tests },
    { path: '^functions/(?!aws/)' },
  ),
  rule(
    'http-kit-knows-no-noun',
    'What all endpoints share knows none of them.',
    { path: '^functions/http/', pathNot: tests },
    { path: '^functions/(?!aws/|http/)' },
  ),
  rule(
    'engine-reads-shared',
    'The engine sees the world through its ports only.',
    { path: '^functions/trading/', pathNot: tests },
    { path: '^functions/(?!trading/)' },
  ),
  ...engineFloors.map((floor, index) =>
    rule(
      `engine-floor-${floor}`,
      `The engine’s arrows point downwards: ${engineFloors.join(' → ')}.`,
      { path: `^functions/trading/${floor}/`, pathNot: tests },
      { path: `^functions/trading/(?!(${engineFloors.slice(index).join('|')})/)` },
    ),
  ),
  rule(
    'only-open-broker-reads-ig',
    'Which broker it is, `open-broker.ts` alone knows: all else rests on the port.',
    { path: '^functions/(?!broker/ig/|broker/open-broker\\.ts$)', pathNot: tests },
    { path: '^functions/broker/ig/' },
  ),
  rule(
    'features-stand-alone',
    'No feature imports another: what two need goes to components or lib.',
    { path: '^web/features/([^/]+)/' },
    { path: '^web/features/', pathNot: '^web/features/$1/' },
  ),
  rule(
    'web-layers',
    'pages → features → components → lib.',
    { path: '^web/(lib|components|features)/', pathNot: tests },
    { path: '^web/(app|pages)/' },
  ),
  rule(
    'web-lib-and-components',
    'pages → features → components → lib.',
    { path: '^web/(lib|components)/', pathNot: tests },
    { path: '^web/features/' },
  ),
  rule(
    'web-lib',
    'pages → features → components → lib.',
    { path: '^web/lib/', pathNot: tests },
    { path: '^web/components/' },
  ),
]

/** Forbids import cycles between folders. Tests are left out, because they may import from anywhere. */
const folderRule = {
  name: 'no-folder-cycle',
  comment: 'Folders that import each other are one folder.',
  severity: 'error',
  scope: 'folder',
  from: {},
  to: { circular: true },
} as Rule

/** Finds folders of the engine that belong to no layer. Without this check, no rule would apply to their imports. */
const foldersOnNoFloor = (baseDir: string) =>
  globSync('functions/trading/*/', { cwd: baseDir })
    .filter((folder) => !engineFloors.some((floor) => floor === basename(folder)))
    .map((folder) => ({ rule: 'engine-folders-are-floors', from: folder, to: 'engineFloors' }))

/**
 * Finds every import below `baseDir` that breaks a rule. Returns the rule's name, the importing file and the imported
 * file.
 */
export const forbiddenImports = async (baseDir: string) => {
  const violations = async (forbidden: Rule[], options: ICruiseOptions = {}) => {
    const { output } = await cruise(['functions', 'shared', 'web', 'infra'], {
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
      ...options,
      baseDir,
      validate: true,
      ruleSet: { forbidden },
    })
    return (output as ICruiseResult).summary.violations
  }
  const found = [
    ...(await violations(fileRules)),
    ...(await violations([folderRule], { exclude: { path: '\\.test\\.tsx?$' } })),
  ]
  return [...found.map(({ rule, from, to }) => ({ rule: rule.name, from, to })), ...foldersOnNoFloor(baseDir)]
}

if (import.meta.main) {
  readNoOptions(
    'npm run lint -- imports\n\nChecks which folders import which, and that no files import each other.',
  )
  const found = await forbiddenImports(root)
  for (const { rule, from, to } of found) console.error(`${rule}: ${from} → ${to}`)
  console.log(
    found.length === 0 ? 'Every import keeps the rules of the rooms' : `${found.length} forbidden imports`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}
