import { settings } from '../../../../shared/contract/settings.ts'
import { looserLimits } from '../../../../shared/limits/looser-limits.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { saveLossLimits } from '../../../settings/change-settings.ts'
import { getUserSettings, lossLimitsOf } from '../../../settings/settings-store.ts'
import { readSettingsView } from '../../../settings/settings-view.ts'
import { noSettings } from '../../../settings/trading-state.ts'

export const handler = endpoint(
  settings,
  'saveLossLimits',
  async ({ request: { mode, ...limits }, caller }) => {
    const { userId } = caller
    const before = await getUserSettings(userId)
    if (!before) throw noSettings()
    const looser = looserLimits(lossLimitsOf(before, mode), limits)
    if (looser.length > 0) await caller.requireProof()
    if (!(await saveLossLimits(userId, mode, limits))) throw noSettings()
    await logChange(userId, `${mode} loss limits changed`, { kind: 'note', facts: { mode, limits } })
    return readSettingsView(userId)
  },
  findProvableCaller,
)
