import { emailedLinkDays } from '../../shared/accounts/emailed-link-days.ts'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { isSignature, sign } from '../aws/root-secret.ts'

type Purpose = 'pause-link' | 'email-link'

/** Validity in milliseconds. */
const life = emailedLinkDays * 86_400_000

/**
 * A page's URL with a signed token, which is not stored.
 * @param what the link's purpose: 16 or 43 characters of base64url
 */
export const signedLink = async (
  purpose: Purpose,
  path: string,
  userId: string,
  what: string,
  now: number,
) => {
  const claim = [userId, what, now + life].join('.')
  // After `#`, so that it is in no access log, and link checkers of mailboxes trigger nothing.
  return `${requireEnv(env.siteOrigin)}${path}#token=${claim}.${await sign(purpose, claim)}`
}

/**
 * Times are epoch milliseconds: ending all sessions invalidates earlier links, and the next email may follow within a
 * second.
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
  // Links of release 0.2.0 have expiry in whole seconds.
  const end = Number(until) * (until.length < 12 ? 1_000 : 1)
  return end > now ? { userId, what, until: end, emailedAt: end - life } : null
}
