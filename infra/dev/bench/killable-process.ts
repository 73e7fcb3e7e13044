import { fork } from 'node:child_process'
import { type Host, type LambdaSpec, workerDataOf } from '../local/lambda.ts'

/** The outgoing call of an invocation at which the process is killed, before it is sent or after it is carried out. */
export type Strike = { readonly step: number; readonly moment: 'before' | 'after' }

export type Strikes = {
  /** Returns the call at which an invocation must be killed; null if it must not be killed. */
  readonly strikeFor: (name: string, event: unknown) => Strike | null
  readonly onKill: (name: string, strike: Strike, event: unknown) => void
}

const program = new URL('./killable-worker.ts', import.meta.url)

/** Runs a Lambda in a separate process, which kill -9 can stop at any call. */
export const inKillableProcess =
  ({ strikeFor, onKill }: Strikes) =>
  (spec: LambdaSpec): Host => {
    let onExit = () => {}
    const child = fork(program, [JSON.stringify(workerDataOf(spec))], {
      env: spec.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child.once('exit', () => onExit())
    child.on('message', () => (onExit = () => {}))
    return {
      events: child,
      output: [child.stdout, child.stderr],
      call: (message) => {
        const strike = strikeFor(spec.name, message.event)
        onExit = () => strike && onKill(spec.name, strike, message.event)
        child.send({ ...message, strike })
      },
      end: () => {
        onExit = () => {}
        return child.kill('SIGKILL')
      },
    }
  }
