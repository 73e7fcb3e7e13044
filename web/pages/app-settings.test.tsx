import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAppSettings } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const openAppSettings = async () => {
  signIn({ user: { role: 'ADMIN' } })
  const page = open('/dashboard/admin/app-settings')
  await screen.findByRole('heading', { name: 'App settings' })
  return page
}

describe('the app settings page', () => {
  it('saves the settings and logs the admin out', async () => {
    const page = await openAppSettings()
    answer('updateAppSettings', (request) => request)
    answer('logout', { message: 'Bye' })
    expect(screen.getByText('You will be logged out after updating app settings.')).toBeVisible()
    expect(screen.getByRole('switch', { name: 'Allow user registration' })).toBeChecked()
    await page.user.click(screen.getByRole('switch', { name: 'Allow user registration' }))
    await page.user.click(screen.getByRole('switch', { name: 'Allow multiple admins' }))
    await page.user.click(screen.getByRole('button', { name: 'Update settings' }))
    expect(await screen.findByText('App settings updated successfully!')).toBeVisible()
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    await waitFor(() => expect(page.queries.getQueryData(['app-settings'])).toBeUndefined())
    expect(requestsTo('updateAppSettings')).toEqual([
      someAppSettings({ allowUserRegistration: false, allowMultipleAdmins: true }),
    ])
    expect(requestsTo('logout')).toHaveLength(1)
  })

  it('does not overwrite settings that another admin has saved in the meantime', async () => {
    const page = await openAppSettings()
    answer('updateAppSettings', (request) => request)
    answer('logout', { message: 'Bye' })
    signIn({ user: { role: 'ADMIN' }, appSettings: { allowUserRegistration: false } })
    await act(() => page.queries.invalidateQueries({ queryKey: ['app-settings'] }))
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Allow user registration' })).not.toBeChecked(),
    )
    await page.user.click(screen.getByRole('switch', { name: 'Allow multiple admins' }))
    await page.user.click(screen.getByRole('button', { name: 'Update settings' }))
    expect(await screen.findByText('App settings updated successfully!')).toBeVisible()
    expect(requestsTo('updateAppSettings')).toEqual([
      { allowUserRegistration: false, allowMultipleAdmins: true },
    ])
  })

  it('says why the settings could not be saved, and does not log the admin out', async () => {
    const page = await openAppSettings()
    refuse('updateAppSettings', 'MULTIPLE_ADMINS_NOT_ALLOWED', 'There are 3 admins')
    await page.user.click(screen.getByRole('button', { name: 'Update settings' }))
    expect(await screen.findByText('Failed to update app settings')).toBeVisible()
    expect(screen.getByText('There are 3 admins')).toBeVisible()
    expect(page.path()).toBe('/dashboard/admin/app-settings')
    expect(requestsTo('logout')).toEqual([])
  })
})
