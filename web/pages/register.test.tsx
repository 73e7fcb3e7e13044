import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anUser } from '../testing/examples.ts'
import { riskWords } from '../../shared/accounts/risk.ts'
import { open } from '../testing/render.tsx'
import { answer, fail, hold, refuse, requestsTo } from '../testing/server.ts'

type Page = ReturnType<typeof open>
const filled = {
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: 'ada@example.test',
  Password: 'Secret-Pass-1',
}

const fill = async ({ user }: Page, values: Readonly<Record<string, string>>) => {
  await screen.findByRole('heading', { name: 'Create account' })
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

describe('the register page', () => {
  it('names the missing fields', async () => {
    await fill(open('/auth/register'), {})
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Password must be at least 8 characters',
      'Please confirm your password',
    ])
      expect(await screen.findByText(message)).toBeVisible()
    expect(requestsTo('register')).toEqual([])
  })

  it('requires a password with upper case, lower case and a number', async () => {
    await fill(open('/auth/register'), { Email: 'ada@example', Password: 'lowercase-only' })
    expect(
      await screen.findByText(
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ),
    ).toBeVisible()
    expect(screen.getByText('Invalid email address')).toBeVisible()
  })

  it('says that the passwords differ, even if other fields are empty', async () => {
    await fill(open('/auth/register'), { Password: 'Secret-Pass-1', 'Confirm password': 'Secret-Pass-2' })
    expect(await screen.findByText("Passwords don't match")).toBeVisible()
  })

  it('creates the account without sending the confirmed password, and opens the login page', async () => {
    answer('register', anUser())
    const page = open('/auth/register')
    await fill(page, { ...filled, 'Confirm password': 'Secret-Pass-1' })
    expect(await screen.findByText('Account created successfully!')).toBeVisible()
    expect(screen.getByText('You can now log in with your credentials.')).toBeVisible()
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(requestsTo('register')).toEqual([
      { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.test', password: 'Secret-Pass-1' },
    ])
  })

  it('cannot be submitted twice', async () => {
    const release = hold('register')
    const page = open('/auth/register')
    await fill(page, { ...filled, 'Confirm password': 'Secret-Pass-1' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create account' })).toBeDisabled())
    release(anUser())
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })

  it('shows the server’s message if registration is off', async () => {
    refuse('register', 'REGISTRATION_DISABLED', 'User registration is disabled')
    const page = open('/auth/register')
    await fill(page, { ...filled, 'Confirm password': 'Secret-Pass-1' })
    expect(await screen.findByText('Registration failed')).toBeVisible()
    expect(screen.getByText('User registration is disabled')).toBeVisible()
    expect(page.path()).toBe('/auth/register')
  })

  it('shows the server’s error below the field', async () => {
    refuse('register', 'INVALID_REQUEST', 'Too long', { first_name: 'Too long by far' })
    await fill(open('/auth/register'), { ...filled, 'Confirm password': 'Secret-Pass-1' })
    expect(await screen.findByText('Too long by far')).toBeVisible()
  })

  it('shows a general message if the server sends no message', async () => {
    fail('register', 500)
    await fill(open('/auth/register'), { ...filled, 'Confirm password': 'Secret-Pass-1' })
    expect(await screen.findByText('Registration failed')).toBeVisible()
    expect(screen.getByText('An unexpected error occurred.')).toBeVisible()
  })

  it('links to the login page', async () => {
    const page = open('/auth/register')
    await page.user.click(await screen.findByRole('link', { name: 'Already have an account? Log in' }))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })
})

it('the risk warning is shown on the register page', async () => {
  open('/auth/register')
  expect(await screen.findByText(/^By creating an account, you accept the risk warning/)).toBeVisible()
  for (const paragraph of riskWords.paragraphs) {
    expect(screen.getByText(paragraph)).toBeInTheDocument()
    // The warning must not quote a provider's figures or promise anything.
    expect(paragraph).not.toMatch(/\d ?%|safe|guarantee[^d]/)
  }
})
