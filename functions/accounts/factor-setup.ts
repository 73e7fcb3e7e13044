import { notSignedIn } from '../http/caller.ts'
import { putFirstRecoveryHashes, putRecoveryHashes } from './factor-store.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { getUser, type StoredUser } from './user-store.ts'

const hashesOf = (codes: readonly string[]) => codes.map((code) => hashOfRecoveryCode(code) as string)

/**
 * Creates recovery codes when a user sets up the first factor.
 * @returns null if the user already has recovery codes
 */
export const firstRecoveryCodes = async (userId: string): Promise<string[] | null> => {
  const codes = newRecoveryCodes()
  return (await putFirstRecoveryHashes(userId, hashesOf(codes))) ? [...codes] : null
}

/** Creates new recovery codes; the previous ones stop working. */
export const replaceRecoveryCodes = async (userId: string): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await putRecoveryHashes(userId, hashesOf(codes))
  return [...codes]
}

/**
 * Reads the profile of a logged-in user.
 * @throws VisibleError NOT_SIGNED_IN if the user was deleted meanwhile
 */
export const ownProfile = async (userId: string): Promise<StoredUser> => {
  const user = await getUser(userId)
  if (!user) throw notSignedIn()
  return user
}
