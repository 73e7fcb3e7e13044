import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open } from '../testing/render.tsx'
import { answer, fail, hold, refuse, requestsTo } from '../testing/server.ts'

const address = '/auth/change-password#token=abc123'

const openForm = async () => {
  answer('validatePasswordResetToken', { valid: true })
  const page = open(address)
  await screen.findByRole('heading', { name: 'Change your password' })
  return page
}
const change = async ({ user }: Awaited<ReturnType<typeof openForm>>, password: string, again: string) => {
  await user.type(screen.getByLabelText('New password'), password)
  await user.type(screen.getByLabelText('Confirm new password'), again)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

describe('the change-password page', () => {
  it('says that the token is missing, and opens the login page', async () => {
    const page = open('/auth/change-password')
    expect(await screen.findByText('Invalid reset link')).toBeVisible()
    expect(screen.getByText('The password reset link is missing or invalid.')).toBeVisible()
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(requestsTo('validatePasswordResetToken')).toEqual([])
  })

  it('checks the link before it shows the form', async () => {
    const release = hold('validatePasswordResetToken')
    open(address)
    expect(await screen.findByText('Validating reset link')).toBeVisible()
    release({ valid: true })
    expect(await screen.findByRole('heading', { name: 'Change your password' })).toBeVisible()
    expect(requestsTo('validatePasswordResetToken')).toEqual([{ token: 'abc123' }])
  })

  it('accepts an older link, which has its token in the query', async () => {
    answer('validatePasswordResetToken', { valid: true })
    open('/auth/change-password?token=abc123')
    expect(await screen.findByRole('heading', { name: 'Change your password' })).toBeVisible()
    expect(requestsTo('validatePasswordResetToken')).toEqual([{ token: 'abc123' }])
  })

  it('offers a new link if the link is invalid or has expired', async () => {
    refuse('validatePasswordResetToken', 'INVALID_RESET_TOKEN', 'No')
    const page = open(address)
    expect(await screen.findByRole('heading', { name: 'Invalid reset link' })).toBeVisible()
    expect(screen.getByText('This password reset link is invalid or has expired.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Back to login' })).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: 'Request new reset link' }))
    await waitFor(() => expect(page.path()).toBe('/auth/reset-password'))
  })

  it('checks the link only once, even if the check fails', async () => {
    let checks = 0
    fail('validatePasswordResetToken', 503)
    const counted = globalThis.fetch
    globalThis.fetch = (...all) => {
      checks += 1
      return counted(...all)
    }
    try {
      open(address)
      expect(await screen.findByRole('heading', { name: 'Invalid reset link' })).toBeVisible()
    } finally {
      globalThis.fetch = counted
    }
    expect(checks).toBe(1)
  })

  it.each([
    ['Short1', 'Short1', 'Password must be at least 8 characters long'],
    [
      'all-lower-1',
      'all-lower-1',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['Secret-Pass-1', 'Secret-Pass-2', "Passwords don't match"],
  ])('rejects the password "%s" confirmed as "%s"', async (password, again, message) => {
    await change(await openForm(), password, again)
    expect(await screen.findByText(message)).toBeVisible()
    expect(requestsTo('changePassword')).toEqual([])
  })

  it('rejects an empty confirmation', async () => {
    const { user } = await openForm()
    await user.type(screen.getByLabelText('New password'), 'Secret-Pass-1')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText("Passwords don't match")).toBeVisible()
    expect(requestsTo('changePassword')).toEqual([])
  })

  it('changes the password, shows a confirmation and leads to the login page', async () => {
    answer('changePassword', { message: 'Changed' })
    const page = await openForm()
    await change(page, 'Secret-Pass-1', 'Secret-Pass-1')
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible()
    expect(await screen.findByText('Password changed successfully!')).toBeVisible()
    expect(screen.getAllByText('You can now log in with your new password.')).toHaveLength(2)
    expect(requestsTo('changePassword')).toEqual([{ token: 'abc123', newPassword: 'Secret-Pass-1' }])
    expect(requestsTo('validatePasswordResetToken')).toHaveLength(1)
    await page.user.click(screen.getByRole('button', { name: 'Continue to login' }))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })

  it('says why the password could not be changed', async () => {
    refuse('changePassword', 'INVALID_RESET_TOKEN', 'This link was used already')
    await change(await openForm(), 'Secret-Pass-1', 'Secret-Pass-1')
    expect(await screen.findByText('Failed to change password')).toBeVisible()
    expect(screen.getByText('This link was used already')).toBeVisible()
  })
})
