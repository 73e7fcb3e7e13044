import type { Instant } from '../platform/units.ts'
import type { Direction } from './dealing.schema.ts'

/** The fields of a history entry that show whether it is part of a roll. */
type Rolling = {
  readonly date: Instant
  readonly epic: string
  readonly dealId: string
  readonly direction?: Direction | null
  readonly size?: string | null
  readonly actions: readonly { readonly kind: string; readonly dealId: string | null }[]
}

/** A position that the broker moved to the next contract, with a new deal ID, level and epic. */
export type Roll = { readonly from: string; readonly to: string; readonly epic: string }

/** The part of an epic that is the same for all contracts of a market: `EN.D.LCO` for `EN.D.LCO.Month6.IP`. */
export const stemOf = (epic: string) => epic.split('.').slice(0, 3).join('.')

/**
 * Finds rolls. A roll consists of two entries in the same second: a close of the old contract, and an entry in the
 * opposite direction with the same size for a position that rolled. Recorded at IG in January 2020.
 */
export const rollsIn = (activity: readonly Rolling[]): readonly Roll[] => {
  const closes = Map.groupBy(
    activity.filter(({ actions }) => actions.some(({ kind }) => kind === 'position closed')),
    ({ date }) => date,
  )
  const taken = new Set<string>()
  return activity.flatMap((rolled): readonly Roll[] => {
    const to = rolled.actions.find(({ kind }) => kind === 'position rolled')
    if (!to) return []
    for (const closed of closes.get(rolled.date) ?? []) {
      const from = closed.actions.find(({ kind }) => kind === 'position closed')?.dealId
      const isPair =
        closed.size === rolled.size &&
        closed.direction !== rolled.direction &&
        stemOf(closed.epic) === stemOf(rolled.epic)
      if (!from || !isPair || taken.has(from)) continue
      taken.add(from)
      return [{ from, to: to.dealId ?? rolled.dealId, epic: rolled.epic }]
    }
    return []
  })
}
