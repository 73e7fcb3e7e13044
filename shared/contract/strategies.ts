import * as z from 'zod/mini'
import { SavedStrategy, Strategies, StrategyExit } from '../strategies/strategy.schema.ts'
import { Mode } from '../accounts/user.schema.ts'
import { type Endpoint, Done } from './endpoint.ts'

export const strategies = {
  listStrategies: {
    method: 'GET',
    path: '/strategies',
    access: 'user',
    scope: 'read',
    summary: 'Lists strategies with their rules and their positions in TradingView and at IG',
    // Default: the current mode.
    request: z.object({ mode: z.optional(Mode) }),
    response: Strategies,
  },

  saveStrategy: {
    method: 'PUT',
    path: '/strategies',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Sets the rules of one strategy',
    request: SavedStrategy,
    response: Done,
    refusals: ['TOO_MANY_STRATEGIES'],
  },

  exitStrategy: {
    method: 'POST',
    path: '/strategies/settle',
    access: 'user',
    summary: 'Sends a strategy’s exit on one market: closes its positions and marks it as flat',
    request: StrategyExit,
    response: Done,
    refusals: ['IG_SETTINGS_INCOMPLETE', 'CHANGED_MEANWHILE'],
  },
} as const satisfies Record<string, Endpoint>
