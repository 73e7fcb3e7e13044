import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../stack/lambdas.ts'
import type { Measurement } from './measured.ts'

export type Program = {
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Answers what the program sends over its channel. */
  readonly answer?: (message: unknown) => unknown
}

/**
 * Runs a measuring program. Each line that it prints as a JSON object is a figure; other lines are shown, except log
 * lines of functions.
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
 * Runs a program in a separate process, line by line.
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
