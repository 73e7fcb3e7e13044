import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../command-line.ts'
import { dayFrom } from './commands.ts'
import { client, configFile, NotLoggedIn, removeConfig, saveConfig } from './config.ts'
import { safeText, table } from './print.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-cli-'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const config = { site: 'https://signals.example.com', token: 'sp_x' }

describe('the config file', () => {
  it('is for its owner alone, also if it was there before for all', () => {
    mkdirSync(dirname(configFile()), { recursive: true })
    writeFileSync(configFile(), '{}', { mode: 0o644 })
    saveConfig(config)
    expect(statSync(configFile()).mode & 0o777).toBe(0o600)
    expect(() => client()).not.toThrow()
  })

  it('is not used if others can read it', () => {
    saveConfig(config)
    chmodSync(configFile(), 0o640)
    expect(() => client()).toThrow(/^Others can read /)
  })

  it('is needed unless the environment has both', () => {
    expect(() => client()).toThrow(NotLoggedIn)
    vi.stubEnv('SIGNALPOST_SITE', config.site)
    vi.stubEnv('SIGNALPOST_TOKEN', config.token)
    expect(() => client()).not.toThrow()
    vi.unstubAllEnvs()
    vi.stubEnv('XDG_CONFIG_HOME', folder)
    saveConfig(config)
    removeConfig()
    expect(() => client()).toThrow(NotLoggedIn)
  })
})

describe('a day', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')

  it.each([
    ['30d', '2026-10-26'],
    ['2w', '2026-11-11'],
    ['1y', '2025-11-25'],
    ['2026-11-01', '2026-11-01'],
  ])('%s is %s', (since, day) => {
    expect(dayFrom(since, now)).toBe(day)
  })

  it.each(['', 'lately', '30', '30h', '2026-13-01', '-3d'])('%s is refused', (since) => {
    expect(() => dayFrom(since, now)).toThrow(UsageError)
  })
})

it('prints columns as wide as their widest cell, numbers to the right', () => {
  expect(
    table(
      ['MARKET', 'SIZE'],
      [
        ['LSE:VOD', 1.5],
        ['A', 10],
        ['B', null],
      ],
    ),
  ).toBe(['MARKET   SIZE', 'LSE:VOD   1.5', 'A          10', 'B           –'].join('\n'))
})

it('lets no text of others move the cursor', () => {
  expect(safeText('a\u001b[2Jb\r\n')).toBe('a [2Jb  ')
})
