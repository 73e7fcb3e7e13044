import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ApiCallError, ApiClient } from '../../api-client.ts'
import { defaultDataFolder } from './data-folder.ts'
import { demoUser } from './seed.ts'

/** The file in the data folder that stores the demo user's session. */
const sessionFile = () => join(process.env.LOCAL_DATA ?? defaultDataFolder, 'demo-session.json')

/**
 * Returns a logged-in client of the demo user. Later commands reuse the session, so that only the first login sends an
 * email.
 * @returns null if the user has a second factor
 */
export const demoClient = async (origin: string): Promise<ApiClient | null> => {
  const client = new ApiClient(origin)
  client.resume(readSession(origin))
  if (!(await isLoggedIn(client)) && 'secondFactor' in (await client.call('login', demoUser))) return null
  mkdirSync(dirname(sessionFile()), { recursive: true })
  writeFileSync(sessionFile(), JSON.stringify({ [origin]: client.session }), { mode: 0o600 })
  return client
}

const readSession = (origin: string): Readonly<Record<string, string>> => {
  try {
    const kept = JSON.parse(readFileSync(sessionFile(), 'utf8')) as Record<string, Record<string, string>>
    return kept[origin] ?? {}
  } catch {
    return {}
  }
}

const isLoggedIn = async (client: ApiClient): Promise<boolean> => {
  if (Object.keys(client.session).length === 0) return false
  try {
    await client.call('refreshSession', {})
    return true
  } catch (error) {
    if (error instanceof ApiCallError) return false
    throw error
  }
}
