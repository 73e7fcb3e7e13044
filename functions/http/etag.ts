import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { createHash } from 'node:crypto'
import { isOlder, type Version } from '../aws/list-version.ts'
import { changedListCookie, readCookie } from './cookies.ts'
import { Reply } from './endpoint.ts'

/**
 * These functions answer polls of an unchanged list with 304 after one cheap read, which may be stale. To get no older
 * data than before, the caller sends the ETag of the last response and, after a change of its own, a cookie.
 */

type ListName = 'logs' | 'instruments'

/** Derives the ETag from the user ID and the version, so that two users of one browser never share an ETag. */
const tagOf = (userId: string, version: Version) =>
  [createHash('sha256').update(userId).digest('hex').slice(0, 16), ...version].join('-')

const versionIn = (tag: string | undefined, userId: string): Version | null => {
  const [, ...numbers] = (tag ?? '').split('-')
  const version = numbers.map(Number)
  return version.length > 0 && tagOf(userId, version) === tag ? version : null
}

/** The version that the caller has, and the newest version that the caller knows of. */
export const versionsSeen = (event: APIGatewayProxyEventV2, list: ListName, userId: string) => {
  const tag = /^(?:W\/)?"([^"]*)"$/.exec(event.headers['if-none-match'] ?? '')?.[1]
  const held = versionIn(tag, userId)
  const changed = versionIn(readCookie(event, changedListCookie.name(list)), userId)
  const known = held && changed ? (isOlder(held, changed) ? changed : held) : (held ?? changed)
  return { held, known }
}

/** Adds an ETag for callers that store the response themselves. Browsers do not store the response on disk. */
const tagged = (userId: string, version: Version) => ({
  headers: { etag: `"${tagOf(userId, version)}"` },
})

export const versioned = <Body>(userId: string, version: Version, body: Body) =>
  new Reply(body, tagged(userId, version))

/** The response for a caller that already has the current version. */
export const unchanged = <Body>(userId: string, version: Version) =>
  new Reply<Body>(undefined, { status: 304, ...tagged(userId, version) })

/** Sets a cookie, so that the caller's next poll of the list includes the caller's own change. */
export const changed = <Body>(list: ListName, userId: string, version: Version, body: Body) =>
  new Reply(body, { cookies: [changedListCookie.write(list, tagOf(userId, version))] })
