import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../stack/lambdas.ts'
import { startCommand } from '../local/start-command.ts'

/** The local cloud in a separate process, so that a test can kill it and start it again with the same data. */
export class CloudUnderTest {
  readonly origin: string
  readonly paperOrigin: string
  readonly paperLiveOrigin: string
  readonly output: string[] = []
  private child: ChildProcess | undefined
  private readonly port: number
  private readonly dataFolder: string
  private readonly environment: Readonly<Record<string, string>>

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.port = port
    this.environment = environment
    this.origin = `http://localhost:${port}`
    this.paperOrigin = `http://localhost:${port + 20}`
    this.paperLiveOrigin = `http://localhost:${port + 21}`
    this.dataFolder = mkdtempSync(join(tmpdir(), 'signalpost-'))
  }

  /**
   * Starts a cloud. Assets must be built (infra/dev/testing/build-once.ts).
   * @param environment e.g. `SIGNALPOST_SEED=none`
   */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<CloudUnderTest> {
    for (let left = 3; ; left -= 1) {
      const cloud = new CloudUnderTest(await freePorts(24), environment)
      try {
        await cloud.start()
        return cloud
      } catch (error) {
        // Tries again if another process took a port after the port was found free.
        if (left === 1 || !cloud.output.join('').includes('is in use')) throw error
      }
    }
  }

  async start() {
    this.output.length = 0
    const child = spawn(process.execPath, startCommand, {
      cwd: root,
      env: {
        ...process.env,
        ASSETS: 'built',
        PORT: String(this.port),
        PAPER_IG_PORT: String(this.port + 20),
        LOCAL_DATA: this.dataFolder,
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      const note = (piece: Buffer) => {
        this.output.push(piece.toString())
        if (this.output.join('').includes('Signalpost is ready at')) resolve()
      }
      child.stdout?.on('data', note)
      child.stderr?.on('data', note)
      child.once('exit', (code) =>
        reject(new Error(`The local cloud ended with ${code}:\n${this.output.join('')}`)),
      )
    })
    child.removeAllListeners('exit')
  }

  get processId(): number | undefined {
    return this.child?.pid
  }

  /** Ends the process and keeps the data. SIGKILL acts like a power cut. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    const { child } = this
    this.child = undefined
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  async stop() {
    await this.end()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }

  /** Calls a test control of paper IG or of the local cloud. */
  async control(url: string, body?: unknown): Promise<unknown> {
    const response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  /**
   * Runs a scheduled Lambda now.
   * @returns its answer
   */
  runSchedule(name: string) {
    return this.control(`${this.origin}/_local/schedules/${name}`, {})
  }

  /**
   * Waits until no Lambda is running and all background work is done. It waits eleven minutes at most, because no
   * Lambda runs longer than ten.
   */
  async comesToRest() {
    await until(async () => {
      const { underWay } = (await this.control(`${this.origin}/_local`)) as { underWay: number }
      return underWay === 0
    }, 660)
  }

  /** The log lines of each Lambda, by the Lambda's name. */
  logs(): ReadonlyMap<string, readonly string[]> {
    const folder = join(this.dataFolder, 'logs')
    return new Map(
      readdirSync(folder).map((file) => [
        file.replace(/\.log$/, ''),
        readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
      ]),
    )
  }

  async wire(): Promise<
    { method: string; path: string; status: number | string; body: Record<string, unknown> }[]
  > {
    return (await this.control(`${this.paperOrigin}/_paper/requests`)) as never
  }
}

/**
 * Matches the beginning of the deal reference of an alert's order. The rest of the reference is the second in which the
 * alert was accepted.
 */
export const startOfReference = (alertId: string | undefined) => new RegExp(`^SP-${alertId?.slice(0, 20)}`)

/**
 * Calls a function until it returns an answer.
 * @param seconds how long to try; the default is below the visibility timeout of two minutes, because an answer after a
 * redelivery is late
 * @throws Error if there is no answer after that time
 */
export const until = async <T>(
  ask: () => Promise<T | null | undefined | false>,
  seconds = 110,
): Promise<T> => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(100)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`Nothing came in ${seconds} seconds`)
}

/**
 * Finds consecutive free ports, below those that the system uses for outgoing connections.
 * @returns the first port
 */
export const freePorts = async (count: number): Promise<number> => {
  for (let first = 20_000 + Math.floor(Math.random() * 290) * 40; first < 32_000; first += 40) {
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return first
  }
  throw new Error('No ports are free')
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
