import { scryptSync } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Proof } from '../../../shared/accounts/second-factor.schema.ts'
import { cookieNames } from '../../../functions/http/cookies.ts'
import { createAccount } from '../../../functions/accounts/create-account.ts'
import { handler as sendMail } from '../../../functions/handlers/job/send-mail.ts'
import { beginSession } from '../../../functions/accounts/session-tokens.ts'
import { startEmbeddedDynamoDb } from './embedded-dynamodb.ts'
import { startEmbeddedS3 } from './embedded-s3.ts'
import { startStandInAws } from './stand-in-aws.ts'
import { TestBrowser } from './test-browser.ts'

/** A password hash that is cheap enough for tests. Login accepts it and replaces it with a stronger hash. */
const cheapHash = (password: string) => {
  const salt = Buffer.alloc(16, 7)
  const hash = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })
  return ['scrypt', 1024, 8, 1, salt.toString('base64'), hash.toString('base64')].join('$')
}

export const testPassword = 'Right-Pass-1'

let people = 0

const startAccounts = async () => {
  const database = await startEmbeddedDynamoDb()
  const s3 = await startEmbeddedS3()
  const aws = await startStandInAws()
  return {
    aws,
    database,
    s3,
    /** Runs the `send-mail` jobs that handlers have started since the last call. */
    runMails: async () => {
      for (const { name, payload } of aws.invocations.splice(0))
        if (name === 'send-mail') await sendMail(payload)
    },
    stop: async () => {
      await aws.stop()
      await s3.stop()
      await database.stop()
    },
  }
}

/**
 * Starts embedded DynamoDB and S3, and a stand-in for other AWS services, for the tests of the calling file. Call it once
 * per file, because AWS clients keep the first address that they get.
 */
export const useAccounts = () => {
  const world = {} as Awaited<ReturnType<typeof startAccounts>>
  beforeAll(async () => {
    Object.assign(world, await startAccounts())
  })
  afterAll(() => world.stop())
  return world
}

export type Person = { readonly id: string; readonly email: string; readonly browser: TestBrowser }

/** Creates a user with the password `testPassword`, and a browser in which the user is logged in. */
export const makePerson = async (firstName = 'Pat', email?: string): Promise<Person> => {
  people += 1
  const user = await createAccount(
    {
      firstName,
      lastName: `Trader${people}`,
      email: email ?? `person${people}@example.com`,
      passwordHash: cheapHash(testPassword),
    },
    Date.now(),
  )
  return { id: user.id, email: user.email, browser: await signedIn(user.id) }
}

/** Creates a browser in which the user is logged in, without calling the login endpoint. */
export const signedIn = async (
  userId: string,
  now = Date.now(),
  provedBy: Proof = 'password',
): Promise<TestBrowser> => {
  const tokens = await beginSession(userId, now, { provedBy })
  const browser = new TestBrowser()
  browser.cookies.set(cookieNames().access, tokens.access)
  browser.cookies.set(cookieNames().refresh, tokens.refresh)
  return browser
}
