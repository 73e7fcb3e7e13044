import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const opened = async () => {
  signIn()
  const page = open('/dashboard/account')
  await screen.findByRole('heading', { name: 'Account', level: 1 })
  const type = async (current: string, next: string, again = next) => {
    await page.user.type(screen.getByLabelText('Current password'), current)
    await page.user.type(screen.getByLabelText('New password'), next)
    await page.user.type(screen.getByLabelText('Confirm new password'), again)
    await page.user.click(screen.getByRole('button', { name: 'Change password' }))
  }
  return { ...page, type }
}

it('changes the password by the current one, and forgets what was typed', async () => {
  const { type } = await opened()
  answer('changeOwnPassword', { message: 'Password changed' })
  await type('Old-Pass-1', 'New-Pass-1')
  expect(await screen.findByText('Password changed successfully!')).toBeVisible()
  expect(requestsTo('changeOwnPassword')).toEqual([
    { currentPassword: 'Old-Pass-1', newPassword: 'New-Pass-1' },
  ])
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveValue(''))
})

it('says at the field that the current one is wrong', async () => {
  const { type } = await opened()
  refuse('changeOwnPassword', 'INVALID_REQUEST', 'Wrong current password', {
    current_password: 'Wrong current password',
  })
  await type('Old-Pass-1', 'New-Pass-1')
  await waitFor(() =>
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/Wrong current/),
  )
})

it('sends nothing if the two differ', async () => {
  const { type } = await opened()
  await type('Old-Pass-1', 'New-Pass-1', 'New-Pass-2')
  expect(await screen.findByText("Passwords don't match")).toBeVisible()
  expect(requestsTo('changeOwnPassword')).toEqual([])
})
