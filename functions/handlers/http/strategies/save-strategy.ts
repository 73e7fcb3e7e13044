import { strategies } from '../../../../shared/contract/strategies.ts'
import { mostStrategies } from '../../../../shared/strategies/strategy-rules.ts'
import { VisibleError } from '../../../../shared/platform/error.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { saveStrategyRules } from '../../../settings/settings-store.ts'

export const handler = endpoint(
  strategies,
  'saveStrategy',
  async ({ request: { strategy, ...rules }, caller: { userId } }) => {
    if (!(await saveStrategyRules(userId, strategy, rules)))
      throw new VisibleError(
        'TOO_MANY_STRATEGIES',
        `At most ${mostStrategies} strategies can have their own rules`,
      )
    await logAuthentication(userId, `Rules changed for strategy ${strategy}`, { ...rules })
    return { message: 'Strategy rules saved' }
  },
  findCaller,
)
