import type { OutcomeContext } from '../record/record-outcome.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { BrokerLogin } from '../ports/broker.ts'
import type { AlertContext } from '../ports/store.ts'

export type LookUpContext = OutcomeContext & {
  /** As whom the broker is asked what became of the alert. */
  readonly login: BrokerLogin
}

/**
 * Only looking asks under the current credentials: they are what a login sends, and refused logins count by their
 * version. Asking under the captured one would send a mistyped password three times more. What sends keeps the
 * captured credentials, and so does asking about an account that the settings no longer name: it is refused unsent.
 */
export const lookUpContextOf = (
  alert: AlertRecord,
  { settings, ledger }: Pick<AlertContext, 'settings' | 'ledger'>,
): LookUpContext => {
  const captured = brokerLoginOf(alert)
  return {
    userIsGone: settings === null,
    ledger,
    login:
      settings?.accountId === captured.accountId
        ? { ...captured, credentialsVersion: settings.credentialsVersion }
        : captured,
  }
}
