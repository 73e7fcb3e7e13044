import type { OutcomeContext } from '../record/record-outcome.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { BrokerLogin } from '../ports/broker.ts'
import type { AlertContext } from '../ports/store.ts'

export type LookUpContext = OutcomeContext & {
  /** The login under which the broker is asked what became of the alert. */
  readonly login: BrokerLogin
}

/**
 * Looks up an alert under the current credentials, because each credentials version counts its own refused logins:
 * the captured version would send a mistyped password three more times. Sending orders keeps the captured
 * credentials, and so does a look-up of an account that is no longer in the settings, which is refused unsent.
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
