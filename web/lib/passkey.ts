import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError, call } from './api.ts'

/** Converts an error of the browser's passkey dialog to an ApiError with a message for the user. */
const inWords = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  const isThere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  const words = isThere
    ? 'This device already has a passkey for Signalpost'
    : 'No passkey was used. You closed the dialog, or this browser has no passkey for Signalpost'
  return new ApiError(0, 'NO_PASSKEY', words, {})
}

/**
 * Asks the user for their passkey.
 * @returns the passkey's answer to a new challenge, as JSON
 * @throws ApiError
 */
export const answerChallenge = async (): Promise<string> => {
  try {
    const { options } = await call('startPasskey', {})
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON
    return JSON.stringify(await startAuthentication({ optionsJSON }))
  } catch (error) {
    throw inWords(error)
  }
}

/**
 * Creates a passkey.
 * @returns the browser's answer to a new challenge, as JSON
 * @throws ApiError
 */
export const createPasskey = async (): Promise<string> => {
  try {
    const { options } = await call('startPasskeySetup', {})
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON
    return JSON.stringify(await startRegistration({ optionsJSON }))
  } catch (error) {
    throw inWords(error)
  }
}
