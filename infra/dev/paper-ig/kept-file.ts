import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { StoredEnvironment } from './environment.ts'

/**
 * Version of the file format. Files of another version are discarded, because paper money is not worth a conversion.
 */
const version = 4

type Mode = 'demo' | 'live'

/** Stores both environments in one JSON file. Without a path, they are only in memory. */
export class KeptFile {
  private readonly path: string | undefined
  private readonly texts: Record<Mode, string> = { demo: 'null', live: 'null' }

  constructor(path: string | undefined) {
    this.path = path
    if (!path || !existsSync(path)) return
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { version?: number } & Record<
      Mode,
      StoredEnvironment | null
    >
    if (kept.version !== version) return
    this.texts.demo = JSON.stringify(kept.demo)
    this.texts.live = JSON.stringify(kept.live)
  }

  read(mode: Mode): StoredEnvironment | undefined {
    return (JSON.parse(this.texts[mode]) as StoredEnvironment | null) ?? undefined
  }

  write(mode: Mode, kept: StoredEnvironment) {
    if (!this.path) return
    this.texts[mode] = JSON.stringify(kept)
    const { demo, live } = this.texts
    // The file is replaced before the response is sent. So a killed process loses no change that it has confirmed.
    writeFileSync(`${this.path}.new`, `{"version":${version},"demo":${demo},"live":${live}}`)
    renameSync(`${this.path}.new`, this.path)
  }
}
