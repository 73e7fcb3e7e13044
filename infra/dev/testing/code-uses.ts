import { build } from 'esbuild'
import { join, relative } from 'node:path'
import { type TableName, tables } from '../../../shared/platform/tables.ts'
import { entryPoints, root } from '../../stack/lambdas.ts'

export type TableUse = 'read' | 'write' | 'scan'

const useOf: Readonly<Record<string, TableUse>> = {
  Get: 'read',
  BatchGet: 'read',
  Query: 'read',
  Put: 'write',
  Update: 'write',
  Delete: 'write',
  BatchWrite: 'write',
  Scan: 'scan',
}

/** The source text of each bundle after esbuild has removed unused code. */
export const remainingCode = async (): Promise<ReadonlyMap<string, string>> => {
  const outdir = join(root, '.build/never-written')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints(),
    outdir,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    logLevel: 'silent',
  })
  return new Map(outputFiles.map(({ path, text }) => [relative(outdir, path).replace(/\.js$/, ''), text]))
}

/** Every AWS call in the code, with its arguments. esbuild may have added a number to the name of a command class. */
const commandsIn = (code: string) =>
  [...code.matchAll(/new ([A-Z]\w*?)Command\d*\(/g)].map(({ 0: opening, 1: name = '', index }) => ({
    name,
    given: bracketed(code, index + opening.length - 1),
  }))

const bracketed = (code: string, from: number): string => {
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    if ('([{'.includes(code.charAt(at))) depth += 1
    if (')]}'.includes(code.charAt(at))) depth -= 1
    if (depth === 0) return code.slice(from, at + 1)
  }
  return code.slice(from)
}

/** Names of the AWS calls that the code can make, except calls to DynamoDB tables. */
export const callsIn = (code: string): ReadonlySet<string> =>
  new Set(commandsIn(code).flatMap(({ name }) => (name in useOf ? [] : [name])))

export type TableUses = {
  /** Kinds of access in calls that name this table. */
  readonly certain: ReadonlySet<TableUse>
  /**
   * Kinds of access in calls that name no table. They may access this table, because the code passes its name to a
   * function.
   */
  readonly possible: ReadonlySet<TableUse>
}

export const tableUsesIn = (code: string): ReadonlyMap<TableName, TableUses> => {
  const uses = new Map((Object.keys(tables) as TableName[]).map((table) => [table, new Set<TableUse>()]))
  const unnamedUses = new Set<TableUse>()
  let rest = code
  for (const { name, given } of commandsIn(code)) {
    const use = useOf[name]
    if (!use) continue
    const named = [...given.matchAll(/tableName\("(\w+)"\)/g)].map(([, table]) => table as TableName)
    for (const table of named) uses.get(table)?.add(use)
    if (named.length === 0) unnamedUses.add(use)
    rest = rest.replace(given, '')
  }
  const isNamed = (table: TableName) => new RegExp(`\\w\\("${table}"`).test(rest)
  return new Map(
    [...uses].map(([table, certain]) => [
      table,
      { certain, possible: isNamed(table) ? unnamedUses : new Set<TableUse>() },
    ]),
  )
}
