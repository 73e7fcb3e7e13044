import * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import type { ReadCredentials } from '../port.ts'
import type { SessionStore } from './session-store.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { Clock, Random } from '../../trading/ports/ports.ts'
import type { Keys } from '../../aws/seal.ts'
import type { IgReply, IgRequest, Tokens } from './transport.ts'

/** A session acts on one account. Its tokens are bound to this account. */
export const IgSession = z.object({
  apiKey: z.string(),
  clientToken: z.string(),
  accountToken: z.string(),
  accountId: z.string(),
  currency: z.nullable(z.string()),
  /** The offset from UTC, in hours, of times that IG gives without a zone. */
  timezoneOffset: z.optional(z.number()),
  /** Set for a version 3 login. Its access token is in `accountToken`. */
  isBearer: z.optional(z.boolean()),
  refreshToken: z.optional(z.string()),
  /** When the access token expires, in epoch milliseconds; missing if IG gives no expiry. */
  expiresAt: z.optional(z.number()),
})

export type IgSession = Readonly<z.infer<typeof IgSession>>

export const sessionTimes = {
  /** Maximum duration of a login, including the switch of account and the read of its currency. */
  lease: 30_000,
  /** How long other processes wait for the process that logs in. */
  maxWait: 15_000,
  /**
   * Minimum time between two renewals of a session, and the pause after a refused login. Within a minute, IG returns
   * the same dead tokens again.
   */
  spacing: 60_000,
  /** Pause after a login without a usable answer. */
  pauseAfterTrouble: 2_000,
  /**
   * Maximum pause after a login that came too quickly for IG. IG accepts logins again after two or three minutes. Each
   * further refusal doubles the pause.
   */
  longestThrottlePause: 8 * 60_000,
  /** A token that expires within this time is renewed before it is used. */
  renewBefore: 10_000,
  /** How long after a connection test its session can be used for a login. */
  testedFor: 10 * 60_000,
  /** How long Signalpost remembers that credentials need a version 3 login. */
  version3Noted: 30 * 86_400_000,
} as const

/** Whether the session's token is valid long enough to be used. */
export const isFresh = ({ expiresAt }: IgSession, now: Instant) =>
  now < (expiresAt ?? Infinity) - sessionTimes.renewBefore

export type SessionOptions = {
  readonly credentials: ReadCredentials
  readonly keys: () => Promise<Keys>
  readonly store: SessionStore
  readonly clock: Clock
  readonly random: Random
  /** @throws NoReply; BrokerError if the request limit has no room */
  readonly send: (login: BrokerLogin, request: IgRequest, tokens: Tokens) => Promise<IgReply>
  /**
   * Called with the session of each new login before the session is used. It is not called after a renewal of the
   * token. It never throws.
   */
  readonly onLogin?: (login: BrokerLogin, session: IgSession) => Promise<void>
}
