import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command-line.ts'

/**
 * @param instead the option that the error names
 * @throws UsageError if there is no terminal
 */
const answerTo = async (question: string, instead: string): Promise<string> => {
  if (!process.stdin.isTTY) throw new UsageError(`No terminal to confirm on. Pass ${instead}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return answer.trim()
}

/** @throws UsageError if there is no terminal */
export const agrees = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(`${question} [y/N] `, '--yes'))

/**
 * Asks the user to type a name before something is deleted.
 * @throws UsageError if there is no terminal
 */
export const typesName = async (name: string): Promise<boolean> =>
  (await answerTo(`Type ${name} to delete it: `, `--confirm ${name}`)) === name
