import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { randomBytes } from 'node:crypto'
import { isSignature, sign } from '../aws/root-secret.ts'
import { normalised } from '../../shared/accounts/normalised.ts'
import { cookie, cookieNames, readCookie } from '../http/cookies.ts'

/**
 * A browser that has logged in to an account carries a cookie that identifies it, and its login attempts are counted
 * separately. So guessing an account's password from elsewhere never locks its owner out. The cookie grants no access.
 */

/** Seconds; browsers keep no cookie longer. */
const lifetime = 400 * 24 * 3600

const claim = (device: string, email: string) => `${device} ${normalised(email)}`

/**
 * The device name for a user who proved only that they read the account's email. All reset links share it; otherwise each
 * link would add attempts for the second factor.
 */
export const mailDevice = 'reset-by-mail'

/** Identifies the browser if it has logged in to this account before. */
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
