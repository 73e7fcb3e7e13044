import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CloudUnderTest } from './local-cloud.ts'

/** A clock in the past that a test moves on. A local cloud that is started with its environment runs by it. */
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

  /** Every thread of the cloud runs by it once this returns: each reads the file again after 10 ms. */
  async goTo(at: number) {
    this.set(at)
    await wait(25)
  }

  private set(at: number) {
    this.offset = Math.min(0, at - Date.now())
    // In one step: a reader of a half-written file would see today.
    writeFileSync(`${this.file}.new`, String(this.offset))
    renameSync(`${this.file}.new`, this.file)
  }

  /**
   * A minute later, with what a cloud does each minute: it reads journals, looks orders up and watches limits. What is
   * under way ends first, as it would: it must not see the minute pass.
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
