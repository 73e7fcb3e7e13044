import type { Known } from './record-outcome.ts'
import { brokerAccountOf } from './decide-alert.ts'
import type { AlertRecord, BrokerAccount, Dossier } from './ports.ts'

export type KnownToAsk = Known & {
  /** As whom the broker is asked what became of the alert. */
  readonly asked: BrokerAccount
}

/**
 * Only looking asks under the credentials of now: they are what a sign-in sends, and refused sign-ins count by their
 * version. Asking under the captured one would send a mistyped password three times more. What sends keeps the
 * captured credentials, and so does asking about an account that the settings no longer name: it is refused unsent.
 */
export const knownOf = (
  alert: AlertRecord,
  { settings, account }: Pick<Dossier, 'settings' | 'account'>,
): KnownToAsk => {
  const captured = brokerAccountOf(alert)
  return {
    userIsGone: settings === null,
    account,
    asked:
      settings?.accountId === captured.accountId
        ? { ...captured, credentialsVersion: settings.credentialsVersion }
        : captured,
  }
}
