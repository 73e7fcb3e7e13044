import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command-line.ts'

/** @throws UsageError if there is no terminal to ask at @param instead the option to pass then */
const answerTo = async (question: string, instead: string): Promise<string> => {
  if (!process.stdin.isTTY) throw new UsageError(`No terminal to confirm on. Pass ${instead}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return answer.trim()
}

/** @throws UsageError if there is no terminal to ask at */
export const agrees = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(`${question} [y/N] `, '--yes'))

/** Has a name typed before something is deleted. @throws UsageError if there is no terminal to ask at */
export const typesName = async (name: string): Promise<boolean> =>
  (await answerTo(`Type ${name} to delete it: `, `--confirm ${name}`)) === name
