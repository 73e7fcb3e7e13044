import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { open, signIn } from '../testing/render.tsx'

// Adds a setting that exists only as a declaration. shared/settings/new-setting.test.ts tests its schema and its API
// description.
vi.mock('../../shared/settings/trading-settings.ts', async (original) => {
  const { withNewSetting } = await import('../../infra/dev/testing/new-setting.ts')
  return withNewSetting(await original())
})

it('the settings page shows a setting that exists only as a declaration, with its default, bounds and hint', async () => {
  signIn()
  open('/dashboard/settings')
  expect(await screen.findByLabelText('Maximum orders on Mondays')).toHaveValue(4)
  expect(screen.getByText('0 to 9. Mondays are slow')).toBeVisible()
})
