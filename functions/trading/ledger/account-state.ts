import { Big } from '../../../shared/trading/model/decimal.ts'
import type { AccountState, InFlightOrder, OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger, PlacedDeal } from '../ports/ledger.ts'
import { closedLegOf, atRiskOf } from './ledger.ts'
import { marketOfDeal, ownerOf } from './owners.ts'

/**
 * The broker's lists, corrected for our own orders that the lists may not show yet. Such orders are claims of other
 * alerts, and deals that were confirmed after the lists were read (the lists may lag behind). A deal that is in the
 * lists is not counted twice. A deal that was closed is not counted, even if the lists still show it.
 */
export const accountStateFor = (ledger: Ledger, listed: AccountState, alertId: string): AccountState => {
  const isLater = (at: number) => at > listed.readAt - limits.listLag
  const gone = new Set([
    ...ledger.closed.filter(({ at }) => isLater(at)).map(({ dealId }) => dealId),
    ...(closedLegOf(ledger, alertId)?.dealIds ?? []),
  ])
  const left = new Map(
    (ledger.changed ?? []).flatMap((deal) =>
      isLater(deal.at) && deal.left !== undefined ? [[deal.dealId, deal.left] as const] : [],
    ),
  )
  const owner = ownerOf(ledger)
  const marketOf = marketOfDeal(ledger)
  const unconfirmed = unconfirmedIn(ledger)
  const owned = <Deal extends { readonly dealId: string; readonly dealReference?: string | null }>(
    deals: readonly Deal[],
  ) =>
    deals
      .filter(({ dealId }) => !gone.has(dealId))
      .map((deal) => ({
        ...deal,
        strategy: owner(deal),
        ...(marketOf(deal) === undefined ? {} : { market: marketOf(deal) }),
        ...(deal.dealReference && unconfirmed.has(deal.dealReference) ? { isUnconfirmed: true } : {}),
      }))
  // A filled order keeps its deal ID. The list of orders may be older than the list of positions and still show the
  // order.
  const filled = new Set(listed.positions.map(({ dealId }) => dealId))
  const lists = {
    ...listed,
    positions: owned(listed.positions.flatMap((position) => asLeft(position, left.get(position.dealId)))).map(
      (position) => ({ ...position, ...knownMargin(ledger, position) }),
    ),
    workingOrders: owned(listed.workingOrders.filter(({ dealId }) => !filled.has(dealId))).map((order) => ({
      ...order,
      ...knownRisk(ledger.owned?.find(({ dealId }) => dealId === order.dealId) ?? {}),
    })),
  }
  // These deals are closed, whatever the age of the lists.
  const closed = ledger.closed.flatMap(({ dealId, dealReference }) => [dealId, dealReference])
  const known = new Set([
    ...gone,
    ...closed,
    ...listed.positions.flatMap((position) => [position.dealReference, position.dealId]),
    ...listed.workingOrders.map((order) => order.dealId),
  ])
  const leaving = leavingOf(ledger, alertId)
  return {
    ...lists,
    inFlightOrders: inFlightOf(ledger, alertId, isLater, known),
    ...(leaving.length > 0 ? { leaving } : {}),
  }
}

/** Deal references of orders whose result is not known yet. */
export const unconfirmedIn = ({ claims }: Ledger): ReadonlySet<string | null | undefined> =>
  new Set(claims.flatMap(({ dealReference, brokerReference }) => [dealReference, brokerReference]))

/**
 * IDs and references of the deals that other alerts' claims close completely. If such a deal comes from an unconfirmed
 * order, the reference identifies the order.
 */
const leavingOf = ({ claims }: Ledger, alertId: string): string[] =>
  claims.flatMap(({ alertId: by, intent }) => {
    if (by === alertId || intent.kind !== 'close' || intent.isCancelled) return []
    const { positions, workingOrders, awaits = [], rests = {} } = intent
    const whole = [...positions, ...workingOrders].filter(({ dealId }) => rests[dealId] === undefined)
    const references = positions.flatMap(({ dealId, dealReference }) =>
      dealReference && rests[dealId] === undefined ? dealReference : [],
    )
    return [...whole.map(({ dealId }) => dealId), ...references, ...awaits]
  })

/** The position with the size that a partial close has left open, because the lists may still show the earlier size. */
const asLeft = (position: OpenPosition, left: Decimal | undefined): readonly OpenPosition[] => {
  if (left === undefined || new Big(position.size).lte(left)) return [position]
  return new Big(left).gt(0) ? [{ ...position, size: left }] : []
}

/** Our orders that the lists may not show yet: claims of other alerts, and deals that are newer than the lists. */
const inFlightOf = (
  ledger: Ledger,
  alertId: string,
  isLater: (at: number) => boolean,
  known: ReadonlySet<string | null | undefined>,
): InFlightOrder[] => {
  const owner = ownerOf(ledger)
  const marketOf = marketOfDeal(ledger)
  const claimed = ledger.claims
    .filter((claim) => claim.alertId !== alertId && !known.has(claim.dealReference))
    .flatMap(({ intent, ...claim }) =>
      intent.kind === 'open'
        ? {
            alertId: claim.alertId,
            dealReference: claim.dealReference,
            epic: claim.epic,
            direction: intent.order.direction,
            confirmedAs: null,
            strategy: claim.strategy,
            market: claim.instrument,
            ...knownRisk(atRiskOf({ intent })),
          }
        : [],
    )
  const placed = ledger.placed
    .filter((deal) => isLater(deal.knownAt))
    .filter((deal) => !known.has(deal.dealReference) && !(deal.dealId && known.has(deal.dealId)))
    .map(({ alertId: by, epic, order, dealId, dealReference, atRisk, margin, knownAt }) => ({
      alertId: by,
      dealReference,
      epic,
      direction: order.direction,
      confirmedAs: order.type === 'LIMIT' ? ('working order' as const) : ('position' as const),
      strategy: owner({ dealId, dealReference }),
      ...(dealId === null ? {} : { market: marketOf({ dealId }) }),
      ...knownRisk({ atRisk, margin }),
      at: knownAt,
    }))
  return [...claimed, ...placed]
}

/** The margin that our order required, used until the broker's own figures include the position. */
const knownMargin = ({ owned }: Ledger, { dealId }: OpenPosition) => {
  const margin = owned?.find((deal) => deal.dealId === dealId)?.margin
  return margin === undefined ? {} : { margin }
}

const knownRisk = ({ atRisk, margin }: Pick<PlacedDeal, 'atRisk' | 'margin'>) => ({
  ...(atRisk ? { risk: atRisk.money, currency: atRisk.currency } : {}),
  ...(margin === undefined ? {} : { margin }),
})
