import type { Snapshot } from '../../trading/model/snapshot.ts'

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

/** Decisions as the API and the store give them: apart from the settings that they name. */
export type DecisionsApart = {
  readonly decisions: readonly (Omit<KeptWithoutSettings, 'snapshot'> & { readonly snapshot: object })[]
  readonly settings: Readonly<Record<string, object>>
}

/** The same with its settings in each decision. One whose settings are gone is left out. */
export const withTheirSettings = ({ decisions, settings }: DecisionsApart): KeptDecision[] =>
  decisions.flatMap(({ alertId, ended, settingsName, snapshot }) =>
    settings[settingsName]
      ? [{ alertId, ended, snapshot: { ...snapshot, settings: settings[settingsName] } as Snapshot }]
      : [],
  )
