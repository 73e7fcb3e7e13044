import * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import type { ReadCredentials } from '../port.ts'
import type { SessionStore } from './session-store.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { Clock, Random } from '../../trading/ports/ports.ts'
import type { Keys } from '../../aws/seal.ts'
import type { IgReply, IgRequest, Tokens } from './transport.ts'

/** A session acts on one account, to which its tokens are bound. */
export const IgSession = z.object({
  apiKey: z.string(),
  clientToken: z.string(),
  accountToken: z.string(),
  accountId: z.string(),
  currency: z.nullable(z.string()),
  /** Offset in hours from UTC of times that IG gives without a zone. */
  timezoneOffset: z.optional(z.number()),
  /** Set for a version 3 login, whose access token is `accountToken`. */
  isBearer: z.optional(z.boolean()),
  refreshToken: z.optional(z.string()),
  /** Epoch milliseconds; missing if IG gives no end. */
  expiresAt: z.optional(z.number()),
})

export type IgSession = Readonly<z.infer<typeof IgSession>>

export const sessionTimes = {
  /** Maximum duration of a login, a switch of account and a check of its currency. */
  lease: 30_000,
  /** How long other processes wait for the one that logs in. */
  maxWait: 15_000,
  /** Minimum time between two renewals, and after a refused login, because IG repeats dead tokens within a minute. */
  spacing: 60_000,
  /** Pause after a login without a usable answer. */
  pauseAfterTrouble: 2_000,
  /**
   * Maximum pause after IG's throttle of logins, which passes after two or three minutes. Each further refusal doubles the
   * pause.
   */
  longestThrottlePause: 8 * 60_000,
  /** A token that ends within this time is renewed before it is used. */
  renewBefore: 10_000,
  /** How long the session of a connection test can be used by the settings that are saved after it. */
  testedFor: 10 * 60_000,
  /** How long it is remembered that credentials need a version 3 login. */
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
  /** Called with the session of each login before it is used, but not after a renewal of its token. Never throws. */
  readonly onLogin?: (login: BrokerLogin, session: IgSession) => Promise<void>
}
