import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { VisibleError } from '../../../shared/platform/error.schema.ts'
import { proofLimits } from '../../../shared/accounts/second-factor.schema.ts'
import { readFactors, type StoredPasskey } from '../factor-store.ts'
import { describeError, log } from '../../aws/log.ts'
import { challengeOf, parsePasskey } from './browser-answer.ts'
import { keepChallenge, useChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

/** Creates a challenge for any passkey of this site. The browser offers the passkeys that it has. */
export const challengePasskey = async (now: number): Promise<string> => {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    userVerification: 'required',
    timeout: proofLimits.challenge * 1000,
  })
  await keepChallenge(options.challenge, null, now)
  return JSON.stringify(options)
}

export type VerifiedPasskey = {
  readonly userId: string
  readonly passkey: StoredPasskey
  /** The signature counter after this use. */
  readonly counter: number
}

/**
 * Verifies a passkey's signature and uses up its challenge. The challenge and the site must be ours, the passkey must
 * be one of the user's, and the device must have verified the user by PIN, fingerprint or face.
 * @throws VisibleError INVALID_CODE
 */
export const verifyPasskey = async (text: string, now: number): Promise<VerifiedPasskey> => {
  const response = parsePasskey<AuthenticationResponseJSON>(text)
  const challenge = response && challengeOf(response)
  if (!response || !challenge || !(await useChallenge(challenge, null, now))) throw wrongPasskey()
  const userId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString('utf8')
  // A value of another form cannot be a user's ID, so it is not looked up.
  if (!/^[\w-]{1,64}$/.test(userId)) throw wrongPasskey()
  const passkey = (await readFactors(userId)).passkeys.find(({ id }) => id === response.id)
  if (!passkey) throw wrongPasskey()
  const { origin, id: rpId } = relyingParty()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    if (verified) return { userId, passkey, counter: authenticationInfo.newCounter }
  } catch (error) {
    log('warn', 'a passkey was refused', { userId, error: describeError(error) })
  }
  throw wrongPasskey()
}

export const wrongPasskey = () =>
  new VisibleError('INVALID_CODE', 'This passkey was not accepted. Try again', {
    passkey: 'not accepted',
  })
