import { normalised } from '../../shared/accounts/normalised.ts'
import { hashOf } from '../aws/hashed-token.ts'
import { readSignedToken, signedLink } from './signed-link.ts'

/**
 * The link that confirms an email address: a user who opens it reads that address’s mail. Used twice, it changes nothing the
 * second time.
 */
export const emailLink = (userId: string, email: string, now: number): Promise<string> =>
  signedLink('email-link', '/auth/verify-email', userId, hashOf(normalised(email)), now)

/** @returns whose address the link confirms, and whether an address is that one; null if it is none of ours or has expired */
export const readEmailToken = async (token: string, now: number) => {
  const read = await readSignedToken('email-link', token, now)
  return read && { userId: read.userId, isFor: (email: string) => hashOf(normalised(email)) === read.what }
}
