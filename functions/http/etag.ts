import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { createHash } from 'node:crypto'
import { isOlder, type Version } from '../aws/list-version.ts'
import { changedListCookie, readCookie } from './cookies.ts'
import { Reply } from './endpoint.ts'

/**
 * Polls of an unchanged list get 304 after one cheap read that may be stale. So that this never shows a user older data than
 * they have seen, the caller sends what they hold: the ETag of their response and, after a change of their own, a cookie.
 */

type ListName = 'logs' | 'instruments'

/** Contains the user ID, so that two users of one browser never share an ETag. */
const tagOf = (userId: string, version: Version) =>
  [createHash('sha256').update(userId).digest('hex').slice(0, 16), ...version].join('-')

const versionIn = (tag: string | undefined, userId: string): Version | null => {
  const [, ...numbers] = (tag ?? '').split('-')
  const version = numbers.map(Number)
  return version.length > 0 && tagOf(userId, version) === tag ? version : null
}

/** The version that the caller holds, and the newest that they know of. */
export const versionsSeen = (event: APIGatewayProxyEventV2, list: ListName, userId: string) => {
  const tag = /^(?:W\/)?"([^"]*)"$/.exec(event.headers['if-none-match'] ?? '')?.[1]
  const held = versionIn(tag, userId)
  const changed = versionIn(readCookie(event, changedListCookie.name(list)), userId)
  const known = held && changed ? (isOlder(held, changed) ? changed : held) : (held ?? changed)
  return { held, known }
}

/** The ETag is for callers that store the response themselves; browsers do not store it on disk. */
const tagged = (userId: string, version: Version) => ({
  headers: { etag: `"${tagOf(userId, version)}"` },
})

export const versioned = <Body>(userId: string, version: Version, body: Body) =>
  new Reply(body, tagged(userId, version))

/** The response for a caller that already holds this version. */
export const unchanged = <Body>(userId: string, version: Version) =>
  new Reply<Body>(undefined, { status: 304, ...tagged(userId, version) })

/** Makes the caller's next poll of the list include their own change. */
export const changed = <Body>(list: ListName, userId: string, version: Version, body: Body) =>
  new Reply(body, { cookies: [changedListCookie.write(list, tagOf(userId, version))] })
