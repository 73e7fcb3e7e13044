import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { VisibleError } from '../../../shared/platform/error.schema.ts'
import { mostPasskeys, proofLimits } from '../../../shared/accounts/second-factor.schema.ts'
import { putPasskey, readFactors, removeFactor } from '../factor-store.ts'
import type { StoredUser } from '../user-store.ts'
import { describeError, log } from '../../aws/log.ts'
import { challengeOf, parsePasskey } from './browser-answer.ts'
import { keepChallenge, useChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'
import { wrongPasskey } from './verify-passkey.ts'

/**
 * Creates the options for a new passkey. The device stores it under this site's name and verifies the user, so the
 * passkey alone is enough to log in.
 */
export const challengeNewPasskey = async (
  { id, email, firstName, lastName }: StoredUser,
  now: number,
): Promise<string> => {
  const { passkeys } = await readFactors(id)
  refuseMore(passkeys.length)
  const { id: rpID, name: rpName } = relyingParty()
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(id, 'utf8')),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    timeout: proofLimits.challenge * 1000,
    attestationType: 'none',
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(options.challenge, id, now)
  return JSON.stringify(options)
}

/** @throws VisibleError INVALID_CODE, CHANGED_MEANWHILE */
export const addPasskey = async (userId: string, name: string, text: string, now: number) => {
  const response = parsePasskey<RegistrationResponseJSON>(text)
  const challenge = response && challengeOf(response)
  if (!response || !challenge || !(await useChallenge(challenge, userId, now))) throw wrongPasskey()
  refuseMore((await readFactors(userId)).passkeys.length)
  const { id, publicKey, counter } = await verified(response, challenge)
  if (!isUsualId(id)) throw wrongPasskey()
  const isNew = await putPasskey(userId, {
    id,
    name,
    counter,
    since: now,
    lastUsedAt: null,
    publicKey: Buffer.from(publicKey).toString('base64url'),
  })
  if (!isNew) throw new VisibleError('CHANGED_MEANWHILE', 'You already have this passkey')
  // Several simultaneous calls may each pass the check of the maximum, so a surplus passkey is removed afterwards.
  const { passkeys } = await readFactors(userId)
  if (passkeys.length <= mostPasskeys) return
  await removeFactor(userId, id, passkeys.find((each) => each.id !== id)?.id ?? null)
  refuseMore(passkeys.length)
}

/**
 * WebAuthn credential IDs have 16 to 1,023 bytes (here in base64url). A shorter ID could equal another factor's name.
 */
const isUsualId = (id: string) => /^[\w-]{22,1364}$/.test(id)

const verified = async (response: RegistrationResponseJSON, challenge: string) => {
  const { origin, id: rpId } = relyingParty()
  try {
    const { verified: isRight, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    })
    if (isRight) return registrationInfo.credential
  } catch (error) {
    log('warn', 'a new passkey was refused', { error: describeError(error) })
  }
  throw wrongPasskey()
}

const refuseMore = (count: number) => {
  if (count >= mostPasskeys)
    throw new VisibleError(
      'CHANGED_MEANWHILE',
      `An account can have at most ${mostPasskeys} passkeys. Remove one first`,
    )
}
