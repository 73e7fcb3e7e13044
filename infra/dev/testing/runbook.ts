import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../stack/lambdas.ts'

export const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')

/**
 * The text of a section of the runbook.
 * @throws Error if the heading does not exist
 */
export const sectionUnder = (heading: string): string => {
  const [, section] = runbook.split(new RegExp(`\n###? ${heading}\n`))
  if (section === undefined) throw new Error(`The runbook has no section ${heading}`)
  return section.split(/\n##/)[0] ?? ''
}

/** The filter patterns in a section of the runbook. */
export const searchesUnder = (heading: string): readonly string[] => {
  const section = sectionUnder(heading)
  const searches = section.matchAll(/(?:search \d+[mh]|--filter-pattern) '([^']+)'/g)
  return [...searches].map(([, pattern]) => pattern as string)
}

/** Matches the beginning of a command, alone or after an assignment. */
const program = /^(?:[A-Z]+=.*\n)?(?:[A-Z]+=\$\()?(aws|npm|search|log|physical|git|curl|openssl)\b/

/** All commands in the runbook, in order, from its text and its code blocks. */
export const commandsInRunbook: readonly string[] = [
  ...[...runbook.matchAll(/`([^`]+)`/g)].map(([, inline = '']) => inline),
  ...[...runbook.matchAll(/\n\n((?: {4}.*\n)+)/g)].map(([, block = '']) => block.replaceAll(/^ +/gm, '')),
].filter((each) => program.test(each) && each.includes(' '))
