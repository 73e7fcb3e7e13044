import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type * as Declared from '../../shared/settings/trading-settings.ts'
import { open, signIn } from '../testing/render.tsx'

// Adds a setting that exists only as a declaration. shared/settings/new-setting.test.ts tests its schema and its API
// description.
vi.mock('../../shared/settings/trading-settings.ts', async (original) => {
  const declared = await original<typeof Declared>()
  const maximumOrdersOnMondays = {
    kind: 'number',
    row: 'mondays',
    label: 'Maximum orders on Mondays',
    hint: 'Mondays are slow',
    min: 0,
    max: 9,
    default: 4,
  }
  return {
    ...declared,
    tradingSettingList: [...declared.tradingSettingList, ['maximumOrdersOnMondays', maximumOrdersOnMondays]],
    defaultTradingRules: { ...declared.defaultTradingRules, maximumOrdersOnMondays: 4 },
  }
})

it('the settings page shows a setting that exists only as a declaration, with its default, bounds and hint', async () => {
  signIn()
  open('/dashboard/settings')
  expect(await screen.findByLabelText('Maximum orders on Mondays')).toHaveValue(4)
  expect(screen.getByText('0 to 9. Mondays are slow')).toBeVisible()
})
