import { normalised } from '../../shared/accounts/normalised.ts'
import { hashOf } from '../aws/hashed-token.ts'
import { readSignedToken, signedLink } from './signed-link.ts'

/**
 * Creates the link that confirms an email address. Only someone who reads emails to this address can open it. Opening
 * the link again changes nothing.
 */
export const emailLink = (userId: string, email: string, now: number): Promise<string> =>
  signedLink('email-link', userId, hashOf(normalised(email)), now)

/**
 * @returns the user's ID, and `isFor`, which checks whether the link was made for an email address; null if the link is
 * not ours or has expired
 */
export const readEmailToken = async (token: string, now: number) => {
  const read = await readSignedToken('email-link', token, now)
  return read && { userId: read.userId, isFor: (email: string) => hashOf(normalised(email)) === read.what }
}
