import { settings } from '../../../../shared/contract/settings.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readSettingsView } from '../../../settings/settings-view.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  settings,
  'getSettings',
  ({ caller }) => readSettingsView(caller.userId),
  findCaller,
)
