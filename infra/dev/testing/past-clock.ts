import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CloudUnderTest } from './local-cloud.ts'

/** A clock in the past that a test moves. A local cloud that is started with its environment uses it. */
export class PastClock {
  readonly environment: Readonly<Record<string, string>>
  private readonly folder = mkdtempSync(join(tmpdir(), 'signalpost-clock-'))
  private readonly file = join(this.folder, 'offset')
  private offset = 0

  constructor(at: number) {
    this.set(at)
    const preload = new URL('shifted-clock.ts', import.meta.url).href
    this.environment = { CLOCK_FILE: this.file, NODE_OPTIONS: `--import=${preload}` }
  }

  now() {
    return Date.now() + this.offset
  }

  /** Moves the clock. On return every thread uses the new time, because each reads the file again after 10 ms. */
  async goTo(at: number) {
    this.set(at)
    await wait(25)
  }

  private set(at: number) {
    this.offset = Math.min(0, at - Date.now())
    // Renamed in one step, so that no reader sees a half-written time.
    writeFileSync(`${this.file}.new`, String(this.offset))
    renameSync(`${this.file}.new`, this.file)
  }

  /**
   * Moves the clock by a minute and does what a cloud does each minute: it reads journals, looks orders up and watches
   * limits. Running work ends first, because in reality it would not see the minute pass.
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
