import type { Snapshot } from '../trading/model/snapshot.ts'

/** What an alert was decided on: the decision made again from it is the same. */
export type KeptDecision = {
  readonly alertId: string
  readonly snapshot: Snapshot
  /**
   * `decided`: what the rules say is what happened. `unreadable`: the broker did not say what they asked for. `braked`:
   * they agreed, and the safety brake did not.
   */
  readonly ended: 'decided' | 'unreadable' | 'braked'
}

/** The same without its settings, which many decisions have in common: they are named instead. */
export type KeptWithoutSettings = Omit<KeptDecision, 'snapshot'> & {
  readonly snapshot: Omit<Snapshot, 'settings'>
  readonly settingsName: string
}
