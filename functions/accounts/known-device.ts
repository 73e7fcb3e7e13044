import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../aws/root-secret.ts'
import { normalised } from '../../shared/accounts/normalised.ts'
import { cookie, cookieNames, readCookie } from '../http/cookies.ts'

/**
 * A browser that once logged in to an account carries a cookie that reports it, and its tries are counted apart: anyone who
 * guesses an account's password from elsewhere never keeps its owner out. The cookie opens nothing.
 */

/** Seconds: browsers keep no cookie for longer. */
const lifetime = 400 * 24 * 3600

const proof = async (device: string, email: string) =>
  createHmac('sha256', await deriveKey('known-device'))
    .update(`${device} ${normalised(email)}`)
    .digest('base64url')

/**
 * What a browser is called whose user proved only that they read the account's mail. Every reset link gives this one: each
 * would otherwise give tries of its own for the second factor.
 */
export const mailDevice = 'reset-by-mail'

/** Names the browser, if it has logged in to this account before. */
export const knownDevice = async (event: APIGatewayProxyEventV2, email: string): Promise<string | null> => {
  const [device, given] = readCookie(event, cookieNames().device)?.split('.') ?? []
  if (!device || !given) return null
  const expected = Buffer.from(await proof(device, email))
  const presented = Buffer.from(given)
  return presented.length === expected.length && timingSafeEqual(presented, expected) ? device : null
}

export const deviceCookie = async (email: string, known: string | null): Promise<string> => {
  const device = known ?? randomBytes(12).toString('base64url')
  return cookie(cookieNames().device, `${device}.${await proof(device, email)}`, lifetime)
}
