import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const send = async (email: string) => {
  const page = open('/auth/reset-password')
  await screen.findByRole('heading', { name: 'Reset your password' })
  if (email) await page.user.type(screen.getByLabelText('Email'), email)
  await page.user.click(screen.getByRole('button', { name: 'Send reset email' }))
  return page
}

describe('the reset request page', () => {
  it.each([
    ['', 'Email is required'],
    ['nobody', 'Invalid email address'],
  ])('rejects the address "%s"', async (email, message) => {
    await send(email)
    expect(await screen.findByText(message)).toBeVisible()
    expect(requestsTo('requestPasswordReset')).toEqual([])
  })

  it('shows the address to which the email was sent, and links to the login page', async () => {
    answer('requestPasswordReset', { message: 'Sent' })
    const page = await send('ada@example.test')
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(screen.getByText('ada@example.test')).toBeVisible()
    expect(await screen.findByText('Password reset email sent!')).toBeVisible()
    expect(screen.getByText('Check your inbox for instructions to reset your password.')).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: 'Back to login' }))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })

  it('offers an empty form for another address after the email was sent', async () => {
    answer('requestPasswordReset', { message: 'Sent' })
    const { user } = await send('ada@example.test')
    await user.click(await screen.findByRole('button', { name: 'Send to a different email' }))
    expect(await screen.findByLabelText('Email')).toHaveValue('')
  })

  it('says why the email could not be sent', async () => {
    refuse('requestPasswordReset', 'TOO_MANY_ATTEMPTS', 'Too many tries. Please wait')
    await send('ada@example.test')
    expect(await screen.findByText('Failed to send reset email')).toBeVisible()
    expect(screen.getByText('Too many tries. Please wait')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  })
})
