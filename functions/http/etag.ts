import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { createHash } from 'node:crypto'
import { isOlder, type Version } from '../aws/list-version.ts'
import { changedListCookie, readCookie } from './cookies.ts'
import { Reply } from './endpoint.ts'

/**
 * Polls of a list that did not change are answered 304, after one cheap read that may lag behind. So that no user is
 * taken back in time by that lag, a caller says what they have seen: by the entity tag of the answer they hold, and,
 * after a change of their own, by a cookie.
 */

type ListName = 'logs' | 'instruments'

/** Two users' lists never have one tag, though they share a browser. */
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

/** The tag is for callers that hold the answer themselves; no browser keeps it on its disk. */
const tagged = (userId: string, version: Version) => ({
  headers: { etag: `"${tagOf(userId, version)}"` },
})

export const versioned = <Body>(userId: string, version: Version, body: Body) =>
  new Reply(body, tagged(userId, version))

/** The caller has this version. */
export const unchanged = <Body>(userId: string, version: Version) =>
  new Reply<Body>(undefined, { status: 304, ...tagged(userId, version) })

/** Makes the caller's next check the list see their own change. */
export const changed = <Body>(list: ListName, userId: string, version: Version, body: Body) =>
  new Reply(body, { cookies: [changedListCookie.write(list, tagOf(userId, version))] })
