import { alerts } from '../../../../shared/contract/alerts.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readAlertPage } from '../../../alerts/read-alert-page.ts'

export const handler = endpoint(alerts, 'listAlerts', readAlertPage, findCaller)
