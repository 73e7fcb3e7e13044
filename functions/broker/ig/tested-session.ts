import * as z from 'zod/mini'
import { createHash } from 'node:crypto'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { KnownVersion, LoginDetails } from './log-in.ts'
import { seal, unseal } from '../../aws/seal.ts'
import { IgSession, sessionTimes, type SessionOptions } from './session.ts'

const TestedSession = z.object({ digest: z.string(), until: z.number(), begun: IgSession })

const digestOf = ({ apiKey, username, password }: LoginDetails) =>
  createHash('sha256')
    .update(JSON.stringify([apiKey, username, password]))
    .digest('base64url')

type User = Pick<BrokerLogin, 'userId' | 'mode'>
type Ports = Pick<SessionOptions, 'keys' | 'store' | 'clock'>

const testedLabel = ({ userId, mode }: User) => `tested#${userId}#${mode}`
const version3Label = ({ userId, mode }: User) => `version-3#${userId}#${mode}`

/** Stores the session of a connection test for the save after it, because IG refuses two logins within seconds. */
export const keepTestedSession = async (
  { keys, store, clock }: Ports,
  user: User,
  tested: LoginDetails,
  begun: IgSession,
): Promise<void> => {
  const until = clock.now() + sessionTimes.testedFor
  const text = JSON.stringify({ digest: digestOf(tested), until, begun })
  await store.saveTested(user, seal(await keys(), testedLabel(user), text), until)
}

/**
 * Takes the session of a recent connection test.
 * @returns null if there was no recent test with exactly these credentials
 */
export const testedSession = async (
  { keys, store, clock }: Ports,
  user: User,
  credentials: LoginDetails,
): Promise<IgSession | null> => {
  const sealed = await store.takeTested(user)
  const text = sealed === null ? null : unseal(await keys(), testedLabel(user), sealed)
  const tested = TestedSession.safeParse(text === null ? null : JSON.parse(text))
  if (!tested.success || tested.data.until <= clock.now()) return null
  return tested.data.digest === digestOf(credentials) ? tested.data.begun : null
}

/** Reads and stores whether credentials need a version 3 login. Stores a sealed digest of credentials that do. */
export const knownVersion = (
  { keys, store, clock }: Ports,
  user: User,
  credentials: LoginDetails,
): KnownVersion => ({
  needsVersion3: async () => {
    const sealed = await store.readVersion3(user)
    return sealed !== null && unseal(await keys(), version3Label(user), sealed) === digestOf(credentials)
  },
  noteVersion3: async () =>
    store.saveVersion3(
      user,
      seal(await keys(), version3Label(user), digestOf(credentials)),
      clock.now() + sessionTimes.version3Noted,
    ),
})
