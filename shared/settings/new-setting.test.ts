import { expect, it, vi } from 'vitest'
import { openApiDocument } from '../../infra/deploy/openapi.ts'
import { SettingsUpdate, TradingRules } from './settings.schema.ts'

// A setting that exists only as a declaration. The settings page has the same test: web/pages/new-setting.test.tsx.
vi.mock('./trading-settings.ts', async (original) => {
  const { withNewSetting } = await import('../../infra/dev/testing/new-setting.ts')
  return withNewSetting(await original())
})

const { defaultTradingRules } = await import('./trading-settings.ts')

it('a new setting is required and checked against its bounds as soon as it is declared', () => {
  const withMondays = (maximumOrdersOnMondays: unknown) =>
    TradingRules.safeParse({ ...defaultTradingRules, maximumOrdersOnMondays })
  expect(withMondays(9).success).toBe(true)
  expect(withMondays(10).error?.issues[0]?.message).toBe('Must be a whole number from 0 to 9')
  expect(withMondays(undefined).success).toBe(false)
  expect(Object.keys(SettingsUpdate.shape)).toContain('maximumOrdersOnMondays')
})

it('a new setting is in the API description as soon as it is declared', () => {
  expect(JSON.stringify(openApiDocument().paths)).toContain(
    '"maximum_orders_on_mondays":{"type":"integer","minimum":0,"maximum":9,"description":"Maximum orders on Mondays. Mondays are slow. New users have 4."}',
  )
})
