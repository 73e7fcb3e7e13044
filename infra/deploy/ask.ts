import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command-line.ts'

/** @throws UsageError if there is no terminal to ask at */
export const agrees = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new UsageError('No terminal to confirm on. Pass --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
