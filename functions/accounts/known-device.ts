import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { randomBytes } from 'node:crypto'
import { isSignature, sign } from '../aws/root-secret.ts'
import { normalised } from '../../shared/accounts/normalised.ts'
import { cookie, cookieNames, readCookie } from '../http/cookies.ts'

/** The cookie's lifetime in seconds: the maximum that browsers allow. */
const lifetime = 400 * 24 * 3600

const claim = (device: string, email: string) => `${device} ${normalised(email)}`

/**
 * The device name for a user who only proved access to the account's mailbox. All reset links share this name.
 * Otherwise each link would add attempts for the second factor.
 */
export const mailDevice = 'reset-by-mail'

/**
 * Identifies a browser that has logged in to this account before, by a cookie. Login attempts of such a browser are
 * counted separately, so an attacker elsewhere never locks the owner out. The cookie grants no access.
 * @returns null if the browser has not logged in to this account before
 */
export const knownDevice = async (event: APIGatewayProxyEventV2, email: string): Promise<string | null> => {
  const [device, given] = readCookie(event, cookieNames().device)?.split('.') ?? []
  if (!device || !given) return null
  return (await isSignature('known-device', claim(device, email), given)) ? device : null
}

export const deviceCookie = async (email: string, known: string | null): Promise<string> => {
  const device = known ?? randomBytes(12).toString('base64url')
  return cookie(
    cookieNames().device,
    `${device}.${await sign('known-device', claim(device, email))}`,
    lifetime,
  )
}
