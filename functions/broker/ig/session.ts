import * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import type { ReadCredentials } from '../port.ts'
import type { SessionStore } from './session-store.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { Clock, Random } from '../../trading/ports/ports.ts'
import type { Keys } from '../../aws/seal.ts'
import type { IgReply, IgRequest, Tokens } from './transport.ts'

/** A session acts on one account, and its tokens are bound to it. */
export const IgSession = z.object({
  apiKey: z.string(),
  clientToken: z.string(),
  accountToken: z.string(),
  accountId: z.string(),
  currency: z.nullable(z.string()),
  /** Of the times that IG gives without a zone, in hours from UTC. */
  timezoneOffset: z.optional(z.number()),
  /** Of a version 3 login: `accountToken` is its access token. */
  isBearer: z.optional(z.boolean()),
  refreshToken: z.optional(z.string()),
  /** Epoch milliseconds; missing if IG names no end. */
  expiresAt: z.optional(z.number()),
})

export type IgSession = Readonly<z.infer<typeof IgSession>>

export const sessionTimes = {
  /** Longer than a login, a switch of account and a check its currency can take. */
  lease: 30_000,
  /** How long others wait for the one who logs in. */
  patience: 15_000,
  /** Between a renewal and the next, and after a refused login: IG repeats dead tokens within a minute. */
  spacing: 60_000,
  /** After a login that got no usable answer. */
  pauseAfterTrouble: 2_000,
  /** IG's throttle of logins passes after two or three minutes; each refusal by it doubles the pause, up to this. */
  longestThrottlePause: 8 * 60_000,
  /** A token that ends this soon is renewed before it is used. */
  renewBefore: 10_000,
  /** For which the session of a connection test serves the settings that are saved after it. */
  testedFor: 10 * 60_000,
  /** For which it is known that credentials need a version 3 login. */
  version3Noted: 30 * 86_400_000,
} as const

/** Whether the session's token lives long enough to be used. */
export const isFresh = ({ expiresAt }: IgSession, now: Instant) =>
  now < (expiresAt ?? Infinity) - sessionTimes.renewBefore

export type SessionOptions = {
  readonly credentials: ReadCredentials
  readonly keys: () => Promise<Keys>
  readonly store: SessionStore
  readonly clock: Clock
  readonly random: Random
  /** @throws NoReply; BrokerError if the allowance has no room */
  readonly send: (login: BrokerLogin, request: IgRequest, tokens: Tokens) => Promise<IgReply>
  /** Called with the session of each login, and not with one whose token was renewed, before it is used. Never throws. */
  readonly onLogin?: (login: BrokerLogin, session: IgSession) => Promise<void>
}
