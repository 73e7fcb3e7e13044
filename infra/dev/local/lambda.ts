import type { EventEmitter } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Outages } from './outages.ts'

export type LambdaSpec = {
  readonly name: string
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  readonly memory: number
  /** Reserved concurrency; null if none is reserved. */
  readonly reserved: number | null
}

class LambdaError extends Error {
  override readonly name = 'LambdaError'
}

/** A thread or process that runs one instance of a Lambda. */
export type Host = {
  /** Emits `message` with the Lambda's answer, `error`, and `exit`. */
  readonly events: EventEmitter
  readonly output: readonly (Readable | null)[]
  readonly call: (message: { readonly event: unknown; readonly timeout: number }) => void
  readonly end: () => unknown
}

const workerProgram = new URL('./worker.mjs', import.meta.url)
export const workerDataOf = ({ name, file, memory }: LambdaSpec) => ({ file, functionName: name, memory })

type Instance = { readonly host: Host; idleSince: number; readonly spec: LambdaSpec }

/**
 * Maximum parallel instances of one function on a developer's machine. In the cloud, the reserved concurrency applies.
 */
export const usualInstances = 4
/** The maximum number of idle instances is this number times `mostInstances`. A worker takes about 20 MB. */
const idleShare = 2
const idleTime = 60_000

/**
 * Environment that tests pass to every process of the local cloud: a clock (infra/dev/testing/shifted-clock.ts), and
 * the folder of Node's compile cache.
 */
const inherited = () => {
  const { CLOCK_FILE, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env
  return {
    ...(CLOCK_FILE === undefined ? {} : { CLOCK_FILE, NODE_OPTIONS }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  }
}

const inThread = (spec: LambdaSpec): Host => {
  const worker = new Worker(workerProgram, {
    env: { ...inherited(), ...spec.environment },
    workerData: workerDataOf(spec),
    stdout: true,
    stderr: true,
  })
  return {
    events: worker,
    output: [worker.stdout, worker.stderr],
    call: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
  }
}

export type LambdaOptions = {
  /** The folder for the log files of the functions. */
  readonly folder: string
  /** Called with each warning and error that a function logs. */
  readonly onTrouble: (line: string) => void
  readonly mostInstances?: number
  readonly outages?: Outages
  /** Starts the host of an instance. Default: a worker thread. */
  readonly launch?: ((spec: LambdaSpec) => Host) | undefined
}

/** Runs Lambdas in hosts. A host starts with the first call, handles one event at a time, and ends when idle. */
export class LambdaRuntime {
  private readonly idle: Instance[] = []
  private readonly busy = new Map<string, number>()
  private readonly waiting = new Map<string, (() => void)[]>()
  private readonly logs = new Map<string, WriteStream>()
  private readonly live = new Set<Host>()
  private readonly sweep: NodeJS.Timeout
  private readonly folder: string
  private readonly onTrouble: (line: string) => void
  private readonly mostInstances: number
  private readonly outages: Outages
  private readonly launch: NonNullable<LambdaOptions['launch']>
  /** Number of calls that were refused during an outage of Lambda, like AWS's metric of this name. */
  throttles = 0
  private stopped = false

  constructor(options: LambdaOptions) {
    this.folder = options.folder
    this.onTrouble = options.onTrouble
    this.mostInstances = options.mostInstances ?? usualInstances
    this.outages = options.outages ?? new Set()
    this.launch = options.launch ?? inThread
    this.sweep = setInterval(() => this.endIdle(idleTime), 10_000)
    this.sweep.unref()
  }

  get liveCount() {
    return this.live.size
  }

  get underWay() {
    return this.busy.values().reduce((sum, each) => sum + each, 0)
  }

  /** @throws LambdaError if the function throws, times out or exits */
  async invoke(spec: LambdaSpec, event: unknown): Promise<unknown> {
    if (this.outages.has('lambdas')) {
      this.throttles += 1
      throw new LambdaError(`${spec.name} was throttled`)
    }
    await this.turn(spec)
    let instance: Instance | undefined
    let healthy = false
    try {
      instance = this.take(spec)
      const result = await this.run(instance, event)
      healthy = true
      return result
    } catch (error) {
      healthy = error instanceof HandlerError
      throw error
    } finally {
      this.busy.set(spec.name, (this.busy.get(spec.name) ?? 1) - 1)
      if (instance && healthy && !this.stopped) {
        this.idle.push(Object.assign(instance, { idleSince: Date.now() }))
        if (this.idle.length > this.mostInstances * idleShare) this.idle.shift()?.host.end()
      } else instance?.host.end()
      this.waiting.get(spec.name)?.shift()?.()
    }
  }

  private async turn(spec: LambdaSpec) {
    const most = Math.min(this.mostInstances, spec.reserved ?? this.mostInstances)
    while ((this.busy.get(spec.name) ?? 0) >= most)
      await new Promise<void>((resolve) =>
        this.waiting.set(spec.name, [...(this.waiting.get(spec.name) ?? []), resolve]),
      )
    this.busy.set(spec.name, (this.busy.get(spec.name) ?? 0) + 1)
  }

  private take(spec: LambdaSpec): Instance {
    const at = this.idle.findLastIndex((instance) => instance.spec === spec)
    const [warm] = at < 0 ? [] : this.idle.splice(at, 1)
    return warm ?? this.start(spec)
  }

  private start(spec: LambdaSpec): Instance {
    const host = this.launch(spec)
    const instance = { host, idleSince: 0, spec }
    this.live.add(host)
    host.events.once('exit', () => {
      this.live.delete(host)
      if (this.idle.includes(instance)) this.idle.splice(this.idle.indexOf(instance), 1)
    })
    const log = this.logOf(spec.name)
    const note = (piece: Buffer) => {
      log.write(piece)
      for (const line of piece.toString().split('\n'))
        if (/"level":"(warn|error)"/.test(line)) this.onTrouble(`${spec.name}: ${line}`)
    }
    for (const stream of host.output) stream?.on('data', note)
    return instance
  }

  private run({ host, spec }: Instance, event: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        host.events.off('message', onMessage).off('error', onError).off('exit', onExit)
        act()
      }
      const onError = (error: unknown) =>
        settle(() =>
          reject(
            new LambdaError(`${spec.name} failed: ${error instanceof Error ? error.message : String(error)}`),
          ),
        )
      const onExit = () => settle(() => reject(new LambdaError(`${spec.name} ended`)))
      const timer = setTimeout(
        () =>
          settle(() => {
            this.logOf(spec.name).write(`Task timed out after ${(spec.timeout / 1000).toFixed(2)} seconds\n`)
            reject(new LambdaError(`${spec.name} ran out of its ${spec.timeout / 1000} s`))
          }),
        spec.timeout,
      )
      const onMessage = ({
        result,
        error,
      }: {
        result?: unknown
        error?: { name: string; message: string }
      }) =>
        settle(() => {
          if (!error) return resolve(result)
          // Lambda's own runtime logs errors in this form.
          this.logOf(spec.name).write(`ERROR\tInvoke Error\t${JSON.stringify(error)}\n`)
          reject(new HandlerError(`${spec.name} threw ${error.name}: ${error.message}`))
        })
      host.events.on('message', onMessage).once('error', onError).once('exit', onExit)
      host.call({ event, timeout: spec.timeout })
    })
  }

  writeLog(name: string, line: string) {
    this.logOf(name).write(`${line}\n`)
  }

  private logOf(name: string) {
    const log = this.logs.get(name) ?? createWriteStream(join(this.folder, `${name}.log`), { flags: 'a' })
    this.logs.set(name, log)
    return log
  }

  private endIdle(longerThan: number) {
    const old = this.idle.filter(({ idleSince }) => Date.now() - idleSince >= longerThan)
    for (const instance of old) {
      this.idle.splice(this.idle.indexOf(instance), 1)
      instance.host.end()
    }
  }

  async stop() {
    this.stopped = true
    clearInterval(this.sweep)
    await Promise.all([...this.live].map((host) => host.end()))
    for (const log of this.logs.values()) log.end()
  }
}

/** An error that the handler threw. The instance can handle further events. */
class HandlerError extends LambdaError {}
