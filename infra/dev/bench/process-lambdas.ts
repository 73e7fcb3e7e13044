import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { env } from '../../../shared/platform/env.ts'
import type { LambdaSpec } from '../local/lambda.ts'
import { type Behind, TappedWire } from './tapped-wire.ts'

/** Kill -9 at this call of an invocation, before it is carried out or after. */
export type Strike = { readonly step: number; readonly moment: 'before' | 'after' }

type Instance = {
  readonly name: string
  readonly child: ChildProcess
  readonly wire: TappedWire
  steps: number
  strike: Strike | null
  event: unknown
  alive: boolean
}

type Options = {
  readonly behind: Behind
  /** Asked at each invocation: when this one must be killed. */
  readonly strikeFor: (name: string, event: unknown) => Strike | null
  readonly onKill: (name: string, strike: Strike, event: unknown) => void
}

const program = fileURLToPath(new URL('./lambda-process.ts', import.meta.url))

/** Lambdas in processes of their own, each behind a wire of its own. In place of the local cloud's worker threads. */
export class ProcessLambdas {
  private ahead = 0
  private readonly options: Options
  private readonly idle = new Map<string, Instance[]>()
  private readonly all = new Set<Instance>()

  constructor(options: Options) {
    this.options = options
  }

  async invoke(spec: LambdaSpec, event: unknown): Promise<unknown> {
    const instance = this.idle.get(spec.name)?.pop() ?? (await this.start(spec))
    instance.steps = 0
    instance.event = event
    instance.strike = this.options.strikeFor(spec.name, event)
    try {
      const result = await run(instance.child, event, spec.timeout)
      instance.strike = null
      this.idle.set(spec.name, [...(this.idle.get(spec.name) ?? []), instance])
      return result
    } catch (error) {
      this.end(instance)
      throw error
    }
  }

  /** @param ahead milliseconds */
  moveClock(ahead: number) {
    this.ahead = ahead
    for (const { child } of this.all) if (child.connected) child.send({ ahead })
  }

  private async start(spec: LambdaSpec): Promise<Instance> {
    const strikes = (moment: Strike['moment']) =>
      instance.strike?.step === instance.steps && instance.strike.moment === moment
    const kill = () => {
      this.options.onKill(spec.name, instance.strike as Strike, instance.event)
      instance.child.kill('SIGKILL')
      return 'cut' as const
    }
    const wire = await TappedWire.open(this.options.behind, {
      before: () => {
        if (!instance.alive) return 'cut'
        instance.steps += 1
        return strikes('before') ? kill() : 'on'
      },
      after: () => (strikes('after') ? kill() : 'on'),
    })
    const queue = new URL(spec.environment[env.alertsQueueUrl] ?? 'http://none/')
    const child = fork(program, [spec.file], {
      env: {
        ...spec.environment,
        AWS_ENDPOINT_URL_DYNAMODB: wire.origin,
        AWS_ENDPOINT_URL_SQS: wire.origin,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: wire.origin,
        [env.alertsQueueUrl]: `${wire.origin}${queue.pathname}`,
        [env.igDemoUrl]: `${wire.origin}/gateway/deal`,
        [env.igLiveUrl]: `${wire.origin}/gateway/deal`,
        BENCH_AHEAD: String(this.ahead),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const instance: Instance = {
      name: spec.name,
      child,
      wire,
      steps: 0,
      strike: null,
      event: null,
      alive: true,
    }
    child.once('exit', () => {
      instance.alive = false
      wire.close()
      this.all.delete(instance)
    })
    this.all.add(instance)
    return instance
  }

  private end(instance: Instance) {
    instance.alive = false
    instance.child.kill('SIGKILL')
  }

  stop() {
    for (const instance of this.all) this.end(instance)
  }
}

const run = (child: ChildProcess, event: unknown, timeout: number) =>
  new Promise<unknown>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners('message')
      child.removeListener('exit', onExit)
      act()
    }
    const onExit = () => settle(() => reject(new Error('killed')))
    const timer = setTimeout(() => settle(() => reject(new Error('ran out of time'))), timeout)
    child.once('exit', onExit)
    child.on('message', ({ result, error }: { result?: unknown; error?: string }) =>
      settle(() => (error === undefined ? resolve(result) : reject(new Error(error)))),
    )
    if (!child.connected) return onExit()
    child.send({ event, timeout })
  })
