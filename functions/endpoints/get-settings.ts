import { endpoint } from '../lib/endpoint.ts'
import { readSettingsView } from '../lib/settings-view.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint('getSettings', ({ caller }) => readSettingsView(caller.userId), findCaller)
