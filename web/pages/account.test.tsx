import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open, signIn } from '../testing/render.tsx'
import { aToken } from '../testing/examples.ts'
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

it('the account page sends the current and the new password, then empties the form', async () => {
  const { type } = await opened()
  answer('changeOwnPassword', { message: 'Password changed' })
  await type('Old-Pass-1', 'New-Pass-1')
  expect(await screen.findByText('Password changed successfully!')).toBeVisible()
  expect(requestsTo('changeOwnPassword')).toEqual([
    { currentPassword: 'Old-Pass-1', newPassword: 'New-Pass-1' },
  ])
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveValue(''))
})

it('the account page reports a wrong current password below its field', async () => {
  const { type } = await opened()
  refuse('changeOwnPassword', 'INVALID_REQUEST', 'Wrong current password', {
    current_password: 'Wrong current password',
  })
  await type('Old-Pass-1', 'New-Pass-1')
  await waitFor(() =>
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/Wrong current/),
  )
})

it('the account page sends nothing if the new password and its confirmation differ', async () => {
  const { type } = await opened()
  await type('Old-Pass-1', 'New-Pass-1', 'New-Pass-2')
  expect(await screen.findByText("Passwords don't match")).toBeVisible()
  expect(requestsTo('changeOwnPassword')).toEqual([])
})

it('the account page creates a token, shows it once, lists it and revokes it', async () => {
  const { user } = await opened()
  await user.click(await screen.findByRole('button', { name: 'Create a token' }))
  const create = screen.getByRole('button', { name: 'Create token' })
  expect(create).toBeDisabled()
  await user.type(screen.getByLabelText('Token name'), 'Morning report')
  await user.click(screen.getByLabelText('Propose'))
  await user.selectOptions(screen.getByLabelText('Expires after'), '90 days')
  await user.type(screen.getByLabelText(/^Allowed IP addresses/), '203.0.113.7, 198.51.100.0/24')
  answer('makeToken', { id: 'laptop', token: 'sp_shown.once' })
  answer('listTokens', { tokens: [aToken()] })
  await user.click(create)
  expect(await screen.findByText('sp_shown.once')).toBeVisible()
  expect(requestsTo('makeToken')).toEqual([
    {
      name: 'Morning report',
      scopes: ['read', 'propose'],
      days: 90,
      addresses: ['203.0.113.7', '198.51.100.0/24'],
    },
  ])
  await user.click(screen.getByRole('button', { name: 'I’ve saved it' }))
  expect(screen.queryByText('sp_shown.once')).toBeNull()
  expect(await screen.findByText(/^Read, Propose · expires .* 1,204 calls in total$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy laptop' })).toBeVisible()
  answer('endToken', { message: 'Token “Morning report” revoked' })
  answer('listTokens', { tokens: [] })
  await user.click(screen.getByRole('button', { name: 'Revoke token Morning report' }))
  await waitFor(() => expect(screen.queryByText('Morning report')).toBeNull())
  expect(requestsTo('endToken')).toEqual([{ id: 'laptop' }])
})

it('the account page creates no token without a scope', async () => {
  const { user } = await opened()
  await user.click(await screen.findByRole('button', { name: 'Create a token' }))
  await user.type(screen.getByLabelText('Token name'), 'Idle')
  await user.click(screen.getByLabelText('Read'))
  expect(screen.getByRole('button', { name: 'Create token' })).toBeDisabled()
})
