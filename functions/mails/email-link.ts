import { createHmac } from 'node:crypto'
import { normalised } from '../../shared/accounts/normalised.ts'
import { env } from '../../shared/platform/env.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { requireEnv } from '../aws/env.ts'
import { deriveKey } from '../aws/root-secret.ts'

/** Days for which a link applies. */
export const emailLinkDays = 7

/**
 * The link that confirms an email address: a user who opens it reads that address’s mail. It is signed, not stored: used twice,
 * it changes nothing the second time.
 */
export const emailLink = async (userId: string, email: string, now: number): Promise<string> => {
  const until = Math.floor(now / 1000) + emailLinkDays * 86_400
  const claim = [userId, hashOf(normalised(email)), until].join('.')
  // Behind `#`: it is in no access log.
  return `${requireEnv(env.siteOrigin)}/auth/verify-email#token=${claim}.${await signatureOf(claim)}`
}

const signatureOf = async (claim: string) =>
  createHmac('sha256', await deriveKey('email-link'))
    .update(claim)
    .digest('base64url')

/** @returns whose address the link confirms, and whether an address is that one; null if it is none of ours or has expired */
export const readEmailToken = async (token: string, now: number) => {
  const [, claim, userId, hash, until, signature] =
    /^(([\w-]{1,64})\.([\w-]{43})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !userId || !hash || !isSame(signature, await signatureOf(claim))) return null
  if (Number(until) <= now / 1000) return null
  return { userId, isFor: (email: string) => hashOf(normalised(email)) === hash }
}
