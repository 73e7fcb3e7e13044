import type { Snapshot } from '../../trading/model/snapshot.ts'

/** The stored data of a decision, from which it can be repeated exactly. */
export type KeptDecision = {
  readonly alertId: string
  readonly snapshot: Snapshot
  /**
   * `decided`: the rules' result is what happened. `unreadable`: the broker did not return required data. `braked`: the
   * rules agreed, but the safety brake did not.
   */
  readonly ended: 'decided' | 'unreadable' | 'braked'
}

/** A decision without its settings, which it names because many decisions share them. */
export type KeptWithoutSettings = Omit<KeptDecision, 'snapshot'> & {
  readonly snapshot: Omit<Snapshot, 'settings'>
  readonly settingsName: string
}

/** Decisions with their shared settings, as the API and the store use them. */
export type DecisionsApart = {
  readonly decisions: readonly (Omit<KeptWithoutSettings, 'snapshot'> & { readonly snapshot: object })[]
  readonly settings: Readonly<Record<string, object>>
}

/** Decisions with their settings. One whose settings are gone is left out. */
export const withTheirSettings = ({ decisions, settings }: DecisionsApart): KeptDecision[] =>
  decisions.flatMap(({ alertId, ended, settingsName, snapshot }) =>
    settings[settingsName]
      ? [{ alertId, ended, snapshot: { ...snapshot, settings: settings[settingsName] } as Snapshot }]
      : [],
  )
