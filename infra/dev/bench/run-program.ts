import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../stack/lambdas.ts'
import type { Measurement } from './measured.ts'

export type Program = {
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Returns the answer to a message that the program sends over its channel. */
  readonly answer?: (message: unknown) => unknown
}

/**
 * Runs a measuring program. Each printed line that is a JSON object with a name is a figure. Other lines are printed,
 * except for the log lines of functions.
 * @throws Error if the program fails
 */
export const runProgram = (file: string, report: (measured: Measurement) => void, program: Program = {}) =>
  runLines(
    file,
    (line) => {
      if (line.startsWith('{"name":')) report(JSON.parse(line) as Measurement)
      else if (!line.startsWith('{"level":')) console.log(line)
    },
    program,
  )

/**
 * Runs a program in a separate process, and passes on each line that it prints.
 * @throws Error if it fails
 */
export const runLines = async (
  file: string,
  onLine: (line: string) => void,
  { arguments: words = [], environment = {}, answer }: Program = {},
): Promise<void> => {
  const child = fork(join(root, file), words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  child.on('message', (message) => {
    void Promise.resolve(answer?.(message)).then((given) => {
      if (child.connected) child.send({ answer: given ?? null })
    })
  })
  if (child.stdout) for await (const line of createInterface(child.stdout)) onLine(line)
  const code = await ended
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
}
