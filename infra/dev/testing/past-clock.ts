import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CloudUnderTest } from './local-cloud.ts'

/**
 * A clock in the past that a test moves. A local cloud uses this clock if it is started with the clock's `environment`.
 */
export class PastClock {
  readonly environment: Readonly<Record<string, string>>
  private readonly folder = mkdtempSync(join(tmpdir(), 'signalpost-clock-'))
  private readonly file = join(this.folder, 'offset')
  private readonly mostAhead: number
  private offset = 0

  /** @param mostAhead milliseconds by which the clock may be ahead of the machine's */
  constructor(at: number, mostAhead = 0) {
    this.mostAhead = mostAhead
    this.set(at)
    const preload = new URL('shifted-clock.ts', import.meta.url).href
    this.environment = { CLOCK_FILE: this.file, NODE_OPTIONS: `--import=${preload}` }
  }

  now() {
    return Date.now() + this.offset
  }

  /** Moves the clock and waits until every thread uses the new time. Each thread reads the file again after 10 ms. */
  async goTo(at: number) {
    this.set(at)
    await wait(25)
  }

  private set(at: number) {
    this.offset = Math.min(this.mostAhead, at - Date.now())
    // Renaming the file is atomic, so no reader sees a half-written time.
    writeFileSync(`${this.file}.new`, String(this.offset))
    renameSync(`${this.file}.new`, this.file)
  }

  /**
   * Moves the clock by a minute and runs the jobs of that minute, which read journals, look up orders and check limits.
   * Running work ends first, because in reality it would end within the minute.
   */
  async passMinute(cloud: CloudUnderTest) {
    await cloud.comesToRest()
    await this.goTo(this.now() + 60_000)
    for (const name of ['collect-journals', 'reconcile-alerts']) await cloud.runSchedule(name)
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
