import type { OutcomeContext } from '../record/record-outcome.ts'
import { brokerLoginOf } from '../ports/broker-login.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { BrokerLogin } from '../ports/broker.ts'
import type { AlertContext } from '../ports/store.ts'

export type LookUpContext = OutcomeContext & {
  /** The login with which the broker is asked about the alert. */
  readonly login: BrokerLogin
}

/**
 * Returns the context for asking the broker about an alert. The look-up uses the current credentials. With the captured
 * credentials, a mistyped password would be tried three more times, because refused logins are counted for each version
 * of the credentials. If the account is no longer in the settings, the captured credentials are used, and the look-up
 * is refused without a request.
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
