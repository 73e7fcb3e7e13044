import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { ApiClient } from '../api-client.ts'
import { UsageError } from '../command-line.ts'

export type Config = { readonly site: string; readonly token: string }

/** No token can be used: none is stored, other users can read the file, or the token is for another site. */
export class NotLoggedIn extends Error {
  override readonly name = 'NotLoggedIn'
}

export const configFile = (): string =>
  join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'signalpost', 'config.json')

/** Only the file's owner may read and write the file, because anyone with the token can use the API. */
const ownerOnly = 0o600

export const saveConfig = (config: Config): string => {
  const file = configFile()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: ownerOnly })
  // writeFileSync sets the mode only if it creates the file.
  chmodSync(file, ownerOnly)
  return file
}

export const removeConfig = () => rmSync(configFile(), { force: true })

const ownMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin of a site that may receive a token. The site must use https or be on this machine. An address with
 * a username is refused, because `http://localhost:x@evil.example` calls evil.example.
 * @throws UsageError
 */
export const siteOrigin = (site: string): string => {
  const url = URL.canParse(site) ? new URL(site) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && ownMachine.includes(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.password !== '')
    throw new UsageError(
      'The site must begin with https:// or be on this machine, and must not contain a username',
    )
  return url.origin
}

/**
 * Reads the configuration. Environment variables override the file, so that a server needs no file. A stored token is
 * sent only to the site that it was stored for.
 * @throws NotLoggedIn, UsageError
 */
const readConfig = (): Config => {
  const { SIGNALPOST_SITE: site, SIGNALPOST_TOKEN: token } = process.env
  if (site && token) return { site: siteOrigin(site), token }
  const file = configFile()
  try {
    const config = JSON.parse(readFileSync(file, 'utf8')) as Config
    // Windows has no file modes.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new NotLoggedIn(`Other users can read ${file}. Revoke its token, then log in again`)
    const stored = siteOrigin(config.site)
    if (site && siteOrigin(site) !== stored)
      throw new NotLoggedIn(
        `The stored token is for ${stored}, not for SIGNALPOST_SITE. Also set SIGNALPOST_TOKEN, or log in to that site: npx signalpost login --site ${siteOrigin(site)}`,
      )
    return { site: stored, token: token ?? config.token }
  } catch (error) {
    if (error instanceof NotLoggedIn || error instanceof UsageError) throw error
    throw new NotLoggedIn('Log in first: npx signalpost login')
  }
}

/** Returns the site from the environment or the last login; null if there is none. */
export const knownSite = (): string | null => {
  if (process.env.SIGNALPOST_SITE) return process.env.SIGNALPOST_SITE
  try {
    return (JSON.parse(readFileSync(configFile(), 'utf8')) as Config).site
  } catch {
    return null
  }
}

/** @throws NotLoggedIn */
export const client = (): ApiClient => {
  const { site, token } = readConfig()
  return new ApiClient(site, token)
}
