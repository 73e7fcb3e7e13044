import { fork } from 'node:child_process'
import { env } from '../../../shared/platform/env.ts'
import { type Host, type LambdaSpec, workerDataOf, workerProgram } from '../local/lambda.ts'
import { TappedWire } from './tapped-wire.ts'

/** The call of an invocation at which the process is killed, before or after the call is carried out. */
export type Strike = { readonly step: number; readonly moment: 'before' | 'after' }

export type Strikes = {
  /** Returns the call at which an invocation must be killed; null if it must not be killed. */
  readonly strikeFor: (name: string, event: unknown) => Strike | null
  readonly onKill: (name: string, strike: Strike, event: unknown) => void
}

/** Runs a Lambda in a separate process with its own connection, so that kill -9 can stop it at any call. */
export const inTappedProcess =
  ({ strikeFor, onKill }: Strikes) =>
  async (spec: LambdaSpec): Promise<Host> => {
    const { environment } = spec
    let steps = 0
    let isAlive = true
    let strike: Strike | null = null
    let event: unknown
    const strikes = (moment: Strike['moment']): 'on' | 'cut' => {
      if (strike?.step !== steps || strike.moment !== moment) return 'on'
      onKill(spec.name, strike, event)
      child.kill('SIGKILL')
      isAlive = false
      return 'cut'
    }
    const broker = new URL(environment[env.igDemoUrl] ?? 'http://none/')
    const behind = {
      dynamodb: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
      sqs: environment.AWS_ENDPOINT_URL_SQS ?? '',
      secrets: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
      broker: broker.origin,
    }
    const wire = await TappedWire.open(behind, {
      before: () => {
        if (!isAlive) return 'cut'
        steps += 1
        return strikes('before')
      },
      after: () => strikes('after'),
    })
    const queue = new URL(environment[env.alertsQueueUrl] ?? 'http://none/')
    const child = fork(workerProgram, [JSON.stringify(workerDataOf(spec))], {
      env: {
        ...environment,
        AWS_ENDPOINT_URL_DYNAMODB: wire.origin,
        AWS_ENDPOINT_URL_SQS: wire.origin,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: wire.origin,
        [env.alertsQueueUrl]: `${wire.origin}${queue.pathname}`,
        [env.igDemoUrl]: `${wire.origin}${broker.pathname}`,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child.once('exit', () => {
      isAlive = false
      wire.close()
    })
    // Work after the end of an invocation is not interrupted.
    child.on('message', () => (strike = null))
    return {
      events: child,
      output: [child.stdout, child.stderr],
      call: (message) => {
        steps = 0
        event = message.event
        strike = strikeFor(spec.name, event)
        child.send(message)
      },
      end: () => child.kill('SIGKILL'),
    }
  }
