import { mayOpen } from '../../../shared/alerts/alert-action.ts'
import type { AlertRecord } from './alert-record.ts'
import type { BrokerLogin } from './broker.ts'

/** The login for an alert: the mode, account and credentials that were captured when the alert was accepted. */
export const brokerLoginOf = ({
  userId,
  captured,
  alert,
}: Pick<AlertRecord, 'userId' | 'captured' | 'alert'>): BrokerLogin => ({
  userId,
  mode: captured.mode,
  accountId: captured.accountId ?? '',
  credentialsVersion: captured.credentialsVersion,
  ...(mayOpen(alert.action) ? {} : { isExit: true }),
})
