import { emailedLinkDays } from '../../shared/accounts/emailed-link-days.ts'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { isSignature, sign } from '../aws/root-secret.ts'

/** The page that each kind of link opens. */
const pages = { 'pause-link': '/auth/pause', 'email-link': '/auth/verify-email' } as const

type Purpose = keyof typeof pages

/** How long a link is valid, in milliseconds. */
const life = emailedLinkDays * 86_400_000

/**
 * Creates the URL of a page with a signed token, which is not stored.
 * @param what a random ID or a hash, as 16 or 43 characters of base64url
 */
export const signedLink = async (purpose: Purpose, userId: string, what: string, now: number) => {
  const claim = [userId, what, now + life].join('.')
  // The token comes after `#`, so that it appears in no access log, and so that the link checkers of email providers
  // trigger nothing.
  return `${requireEnv(env.siteOrigin)}${pages[purpose]}#token=${claim}.${await sign(purpose, claim)}`
}

/**
 * The content of a token. Times are in epoch milliseconds, because a link may be sent in the same second in which
 * earlier links are invalidated.
 */
export type SignedToken = {
  readonly userId: string
  readonly what: string
  readonly until: number
  readonly emailedAt: number
}

/** @returns null if the token is not ours or has expired */
export const readSignedToken = async (
  purpose: Purpose,
  token: string,
  now: number,
): Promise<SignedToken | null> => {
  const [, claim, userId, what, until, signature] =
    /^(([\w-]{1,64})\.([\w-]{16}|[\w-]{43})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !userId || !what || !until || !(await isSignature(purpose, claim, signature))) return null
  // The links of release 0.2.0 contain their expiry in seconds.
  const end = Number(until) * (until.length < 12 ? 1_000 : 1)
  return end > now ? { userId, what, until: end, emailedAt: end - life } : null
}
