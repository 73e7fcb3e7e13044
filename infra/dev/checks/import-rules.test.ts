import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { engineFloors, fileRules, forbiddenImports } from './import-rules.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Returns the names of the rules that a repository with only these imports breaks. */
const broken = async (imports: readonly (readonly [from: string, to: string])[]) => {
  const baseDir = mkdtempSync(join(tmpdir(), 'signalpost-imports-'))
  folders.push(baseDir)
  for (const room of ['functions', 'shared', 'web', 'infra']) mkdirSync(join(baseDir, room))
  const files = new Map<string, string>()
  for (const [from, to] of imports) {
    files.set(to, files.get(to) ?? '')
    const path = relative(dirname(from), to)
    files.set(from, `${files.get(from) ?? ''}import '${path.startsWith('.') ? path : `./${path}`}'\n`)
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(baseDir, file)), { recursive: true })
    writeFileSync(join(baseDir, file), `${text}export {}\n`)
  }
  return [...new Set((await forbiddenImports(baseDir)).map(({ rule }) => rule))].sort()
}

/** Lists, for each rule, an import that breaks the rule. */
const oneOfEach: Record<string, readonly [from: string, to: string]> = {
  'shared-reads-nothing': ['shared/platform/page.schema.ts', 'functions/trading/ports/limits.ts'],
  'schemas-are-named': ['shared/limits/loss-limits.ts', 'node_modules/zod/mini.ts'],
  'functions-read-shared': ['functions/alerts/try-ports.ts', 'web/lib/format.ts'],
  'web-reads-shared': ['web/lib/format.ts', 'functions/trading/ports/limits.ts'],
  'infra-reads-shared': ['infra/stack/stack.ts', 'functions/trading/ports/limits.ts'],
  'nothing-reads-dev': ['infra/deploy/deploy.ts', 'infra/dev/local/cloud.ts'],
  'local-cloud-loads-no-cdk': ['infra/dev/local/cloud.ts', 'infra/stack/build-app.ts'],
  'paper-ig-stands-alone': ['infra/dev/paper-ig/main.ts', 'infra/command-line.ts'],
  'constructs-do-not-deploy': ['infra/stack/stack.ts', 'infra/deploy/bundle.ts'],
  'infra-files-serve-its-folders': ['infra/git.ts', 'infra/stack/lambdas.ts'],
  'handlers-are-entries': [
    'functions/handlers/http/accounts/login.ts',
    'functions/handlers/http/accounts/logout.ts',
  ],
  'aws-kit-knows-no-noun': ['functions/aws/table.ts', 'functions/logs/log-store.ts'],
  'http-kit-knows-no-noun': ['functions/http/paging.ts', 'functions/logs/log-store.ts'],
  'engine-reads-shared': ['functions/trading/execute.ts', 'functions/aws/table.ts'],
  ...Object.fromEntries(
    engineFloors.map((floor, index) => {
      const above = index === 0 ? 'execute.ts' : `${engineFloors[index - 1] ?? ''}/one.ts`
      return [`engine-floor-${floor}`, [`functions/trading/${floor}/two.ts`, `functions/trading/${above}`]]
    }),
  ),
  'only-open-broker-reads-ig': ['functions/deals/rows.ts', 'functions/broker/ig/broker.ts'],
  'features-stand-alone': ['web/features/journal/trade-list.tsx', 'web/features/deals/position-columns.tsx'],
  'web-layers': ['web/features/deals/order-columns.tsx', 'web/pages/orders.tsx'],
  'web-lib-and-components': ['web/components/dialog.tsx', 'web/features/deals/order-columns.tsx'],
  'web-lib': ['web/lib/format.ts', 'web/components/dialog.tsx'],
}

describe('the import rules', () => {
  it.each(Object.entries(oneOfEach))('refuse an import that breaks %s', async (name, forbidden) => {
    expect(await broken([forbidden])).toContain(name)
  })

  it('each have a test in this file with imports that break them', () => {
    const names = fileRules.map(({ name }) => name)
    expect([...Object.keys(oneOfEach), 'no-cycle'].sort()).toEqual(names.sort())
  })

  it('refuse files that import each other', async () => {
    const cycle = [
      ['shared/alerts/alert.ts', 'shared/alerts/alert-json.ts'],
      ['shared/alerts/alert-json.ts', 'shared/alerts/alert.ts'],
    ] as const
    expect(await broken(cycle)).toEqual(['no-cycle'])
  })

  it('refuse folders that import each other, even if none of their files do', async () => {
    const cycle = [
      ['functions/logs/user-log.ts', 'functions/accounts/users.ts'],
      ['functions/accounts/reset.ts', 'functions/logs/log-store.ts'],
    ] as const
    expect(await broken(cycle)).toEqual(['no-folder-cycle'])
  })

  it('refuse a folder of the engine that belongs to no layer, and an import of such a folder', async () => {
    const unknown = [['functions/trading/ledger/one.ts', 'functions/trading/extra/two.ts']] as const
    expect(await broken(unknown)).toEqual(['engine-floor-ledger', 'engine-folders-are-floors'])
  })

  it('allow all folders to import shared, and tests to import anything', async () => {
    const allowed = [
      ['web/lib/format.ts', 'shared/platform/page.schema.ts'],
      ['functions/trading/execute.ts', 'shared/platform/page.schema.ts'],
      ['infra/stack/stack.ts', 'shared/platform/page.schema.ts'],
      ['functions/trading/execute.test.ts', 'infra/dev/simulation/engine.ts'],
      ['infra/dev/simulation/world.ts', 'functions/trading/execute.ts'],
    ] as const
    expect(await broken(allowed)).toEqual([])
  })
})

it('every import of this repository meets the rules', async () => {
  expect(await forbiddenImports(root)).toEqual([])
})
