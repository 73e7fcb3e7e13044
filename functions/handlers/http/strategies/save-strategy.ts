import { strategies } from '../../../../shared/contract/strategies.ts'
import {
  defaultStrategyRules,
  looserStrategyRules,
  mostStrategies,
} from '../../../../shared/strategies/strategy-rules.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { looserStrategyLimits } from '../../../../shared/limits/looser-limits.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { saveStrategyRules } from '../../../settings/change-settings.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'

export const handler = endpoint(
  strategies,
  'saveStrategy',
  async ({ request: { strategy, ...rules }, caller }) => {
    const { userId } = caller
    const settings = await getUserSettings(userId)
    const before = settings?.strategies?.[strategy] ?? defaultStrategyRules
    const looser = [
      ...looserStrategyLimits(before, rules),
      ...(settings?.mode === 'LIVE' ? looserStrategyRules(before, rules) : []),
    ]
    if (looser.length > 0) await caller.requireProof()
    if (!(await saveStrategyRules(userId, strategy, rules)))
      throw new VisibleError(
        'TOO_MANY_STRATEGIES',
        `At most ${mostStrategies} strategies can have their own rules`,
      )
    await logChange(userId, `Rules changed for strategy ${strategy}`, {
      kind: 'note',
      facts: { ...rules },
    })
    return { message: 'Strategy rules saved' }
  },
  findProvableCaller,
)
