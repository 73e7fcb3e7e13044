import { dealReferenceOf } from '../../../functions/trading/ports/deal-reference.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { EngineLogEntry } from '../../../functions/trading/ports/store.ts'
import type { TrueDeal } from './broker.ts'
import type { World } from './world.ts'

/** The data of a finished simulation, arranged for the checks. */
export type Evidence = {
  readonly world: World
  /** All alerts, including earlier alerts whose ID was used again after thirty days. */
  readonly alerts: readonly AlertRecord[]
  readonly byReference: ReadonlyMap<string, AlertRecord>
  readonly dealsOf: ReadonlyMap<string, readonly TrueDeal[]>
  readonly entries: readonly EngineLogEntry[]
}

export const gatherEvidence = (world: World): Evidence => {
  const { tables, broker } = world
  const alerts = [...tables.alerts.values(), ...tables.forgotten]
  return {
    world,
    alerts,
    byReference: new Map(alerts.map((alert) => [dealReferenceOf(alert), alert])),
    dealsOf: groupBy(broker.deals, ({ dealReference }) => dealReference),
    entries: [...tables.logs.values()],
  }
}

export const groupBy = <Item>(items: readonly Item[], nameOf: (item: Item) => string) => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

export const clockSlack = 2_000

/**
 * Maximum milliseconds between a read and an outcome that relies on it. It is high because a process may pause in
 * between.
 */
export const lookbackMs = 110_000

/** The true time at which an alert's outcome was first recorded; 0 if it has none. */
export const recordedAt = ({ tables }: World, { alertId, acceptedAt }: AlertRecord) =>
  tables.recorded.find(
    (entry) => entry.alertId === alertId && entry.held && entry.at > acceptedAt - clockSlack,
  )?.at ?? 0

export const isOfTwo = ({ tables }: World, alertId: string) =>
  tables.forgotten.some((before) => before.alertId === alertId)

export const openerOf = ({ world, byReference }: Evidence, dealId: string) => {
  const deal = world.broker.deals.find((made) => made.dealId === dealId)
  return deal && { deal, opener: byReference.get(deal.dealReference) }
}
