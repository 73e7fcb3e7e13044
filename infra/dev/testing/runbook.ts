import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../stack/lambdas.ts'

export const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')

/** What is below a heading. @throws Error if there is no such heading */
export const sectionUnder = (heading: string): string => {
  const [, section] = runbook.split(new RegExp(`\n###? ${heading}\n`))
  if (section === undefined) throw new Error(`The runbook has no section ${heading}`)
  return section.split(/\n##/)[0] ?? ''
}

/** The filter patterns that a section has its reader search for. */
export const searchesUnder = (heading: string): readonly string[] => {
  const section = sectionUnder(heading)
  const searches = section.matchAll(/(?:search \d+[mh]|--filter-pattern) '([^']+)'/g)
  return [...searches].map(([, pattern]) => pattern as string)
}

/** What a command begins with, alone or after an assignment. */
const program = /^(?:[A-Z]+=.*\n)?(?:[A-Z]+=\$\()?(aws|npm|search|log|physical|git|curl|openssl)\b/

/** Every command that the runbook names, in its order: in a line of text, or as lines of their own. */
export const commandsInRunbook: readonly string[] = [
  ...[...runbook.matchAll(/`([^`]+)`/g)].map(([, inline = '']) => inline),
  ...[...runbook.matchAll(/\n\n((?: {4}.*\n)+)/g)].map(([, block = '']) => block.replaceAll(/^ +/gm, '')),
].filter((each) => program.test(each) && each.includes(' '))
