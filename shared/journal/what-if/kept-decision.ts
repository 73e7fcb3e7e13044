import type { Snapshot } from '../../trading/model/snapshot.ts'

/** The stored data of a decision, from which it can be repeated exactly. */
export type KeptDecision = {
  readonly alertId: string
  readonly snapshot: Snapshot
  /**
   * `decided`: the rules decided the alert. `unreadable`: the broker did not return required data. `braked`: the rules
   * allowed the order, but the safety brake stopped it.
   */
  readonly ended: 'decided' | 'unreadable' | 'braked'
}

/** A decision without its settings. It contains only their name, because many decisions share the same settings. */
export type KeptWithoutSettings = Omit<KeptDecision, 'snapshot'> & {
  readonly snapshot: Omit<Snapshot, 'settings'>
  readonly settingsName: string
}

/** Decisions without their settings, and the settings by name, because many decisions share the same settings. */
export type DecisionsApart = {
  readonly decisions: readonly (Omit<KeptWithoutSettings, 'snapshot'> & { readonly snapshot: object })[]
  readonly settings: Readonly<Record<string, object>>
}

/** Adds the settings to decisions. A decision is left out if its settings no longer exist. */
export const withTheirSettings = ({ decisions, settings }: DecisionsApart): KeptDecision[] =>
  decisions.flatMap(({ alertId, ended, settingsName, snapshot }) =>
    settings[settingsName]
      ? [{ alertId, ended, snapshot: { ...snapshot, settings: settings[settingsName] } as Snapshot }]
      : [],
  )
