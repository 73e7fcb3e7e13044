import * as z from 'zod/mini'
import { ReadAnswer } from './changes.ts'
import { BrokerAccount, DealVerdict, Order, Outdated, Position, Stats } from '../deals/dealing.schema.ts'
import { PageQuery, pageOf } from '../platform/page.schema.ts'
import { Mode } from '../accounts/user.schema.ts'
import { Zone } from '../platform/zone-field.schema.ts'
import { brokerRefusals, dealRefusals, type Endpoint, Nothing, safetyThrottle } from './endpoint.ts'

const DealId = z.object({ dealId: z.string().check(z.regex(/^[A-Za-z0-9]{1,30}$/)) })
/** The account that the caller saw. The call is refused if the settings now name a different account or mode. */
const AccountInSight = z.object({
  mode: z.optional(Mode),
  accountId: z.optional(z.string().check(z.maxLength(350))),
})
export type AccountInSight = z.infer<typeof AccountInSight>

export const deals = {
  listOrders: {
    method: 'GET',
    path: '/orders',
    access: 'user',
    scope: 'read',
    summary: 'Working orders at the broker',
    request: PageQuery,
    response: z.object({ ...pageOf(Order).shape, ...Outdated.shape }),
    refusals: brokerRefusals,
    polled: true,
  },

  deleteOrder: {
    method: 'DELETE',
    path: '/orders/{dealId}',
    access: 'user',
    scope: 'safe',
    summary: 'Deletes a working order',
    request: z.object({ ...DealId.shape, ...AccountInSight.shape }),
    response: DealVerdict,
    refusals: dealRefusals,
    throttle: safetyThrottle,
  },

  listPositions: {
    method: 'GET',
    path: '/positions',
    access: 'user',
    scope: 'read',
    summary: 'Open positions at the broker',
    request: PageQuery,
    response: z.object({ ...pageOf(Position).shape, ...Outdated.shape }),
    refusals: brokerRefusals,
    polled: true,
  },

  getDayPrices: {
    method: 'GET',
    path: '/positions/prices',
    access: 'user',
    summary: 'The last 24 hours of each open position’s market at IG, hour by hour, within a weekly budget',
    request: Nothing,
    response: z.object({
      /** Each call reads only some of the markets; later calls read the others. */
      markets: z.array(
        z.object({
          epic: z.string(),
          /** Prices at the end of each hour in which the market was open. `at` is in epoch milliseconds. */
          prices: z.array(z.object({ at: z.number(), bid: z.number(), ask: z.number() })),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
    refusals: brokerRefusals,
  },

  closePosition: {
    method: 'DELETE',
    path: '/positions/{dealId}',
    access: 'user',
    scope: 'safe',
    summary: 'Closes a position',
    request: z.object({ ...DealId.shape, ...AccountInSight.shape }),
    response: DealVerdict,
    refusals: dealRefusals,
    throttle: safetyThrottle,
  },

  moveStop: {
    // The method is not PUT, because clients repeat a PUT that gets no answer.
    method: 'POST',
    path: '/positions/{dealId}/stop',
    access: 'user',
    stepUp: 'where-it-loosens-in-live',
    summary:
      'Moves the stop of a position to a level of IG’s and keeps its limit. In LIVE, a stop that is further from the market, or no longer trails, needs an identity check',
    request: z.object({
      ...DealId.shape,
      ...AccountInSight.shape,
      stopLevel: z.number().check(z.positive()),
    }),
    response: DealVerdict,
    refusals: dealRefusals,
  },

  getStats: {
    method: 'GET',
    path: '/stats',
    access: 'user',
    scope: 'read',
    summary: 'Figures of the overview',
    request: Nothing,
    response: Stats,
    refusals: brokerRefusals,
    polled: true,
  },

  getBrokerAccount: {
    method: 'GET',
    path: '/account',
    access: 'user',
    scope: 'read',
    summary: 'The account at the broker: name, type, and its money',
    // Default: the current mode.
    request: z.object({ mode: z.optional(Mode), zone: z.optional(Zone) }),
    response: BrokerAccount,
    refusals: brokerRefusals,
    polled: true,
  },

  listChanges: {
    method: 'GET',
    path: '/changes',
    access: 'user',
    summary: 'Combines several reads and returns only what has changed; 304 if nothing has',
    request: z.object({
      /** A JSON array of paths below /api/v1 with queries, such as `["/stats","/logs?limit=20"]`. */
      reads: z.string().check(z.maxLength(4_000)),
      /**
       * Entity tags of the answers that the caller has, in the order of the reads, separated by commas. A tag is empty
       * if the caller has no answer.
       */
      since: z.optional(z.string().check(z.maxLength(1_000))),
    }),
    response: z.object({ answers: z.array(ReadAnswer) }),
    statuses: [200, 304],
    // Every open dashboard calls this endpoint every 5 s.
    throttle: { rate: 500, burst: 1_000 },
  },
} as const satisfies Record<string, Endpoint>
