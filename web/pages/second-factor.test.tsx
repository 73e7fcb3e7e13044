import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anUser, pageOf, someSecurity } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const totp = { since: '2026-11-23T08:00:00.000Z' }
const codes = Array.from({ length: 10 }, (_, index) => `AAAAAA-BBBBBB-CCCCCC-DDDDD${index}`)

describe('the login with a second factor', () => {
  const givePassword = async (proving: { totp: boolean; passkey: boolean }) => {
    answer('login', { secondFactor: { password: false, ...proving } })
    const page = open('/auth/login')
    await page.user.type(await screen.findByLabelText('Email'), 'ada@example.test')
    await page.user.type(screen.getByLabelText('Password'), 'Right-Pass-1')
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    await screen.findByRole('heading', { name: 'Verify it’s you' })
    return page
  }

  it('asks for a code after the password, rejects a wrong code, and opens the dashboard', async () => {
    signIn()
    answerEmpty()
    const { user, path } = await givePassword({ totp: true, passkey: false })
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
    refuse('verifySecondFactor', 'INVALID_CODE', 'This code is wrong or was already used')
    await user.type(await screen.findByLabelText('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong')
    answer('verifySecondFactor', anUser())
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(path()).toMatch(/^\/dashboard\//))
    expect(requestsTo('verifySecondFactor').at(-1)).toEqual({ code: '000000' })
  })

  it('offers a passkey if the user has one, and lets the user go back to the password', async () => {
    const { user } = await givePassword({ totp: false, passkey: true })
    expect(screen.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible()
    expect(screen.queryByLabelText('Code')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to login' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
  })

  it('explains why the browser used no passkey', async () => {
    answer('startPasskey', { options: '{"challenge":"AAAA","rpId":"localhost"}' })
    const { user } = open('/auth/login')
    await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }))
    expect(await screen.findByText(/^No passkey was used/)).toBeVisible()
    expect(requestsTo('signInWithPasskey')).toEqual([])
  })
})

describe('the security section of the account page', () => {
  const openAccount = async (own: Parameters<typeof someSecurity>[0] = {}) => {
    signIn()
    answer('getSecurity', someSecurity(own))
    const page = open('/dashboard/account')
    await screen.findByRole('heading', { name: 'Second factor' })
    return page
  }

  it('asks for a second factor if LIVE requires one and the user has none', async () => {
    const first = await openAccount({ required: true })
    expect(screen.getByText(/You need a second factor to trade in LIVE/)).toBeVisible()
    first.view.unmount()
    await openAccount({ required: true, totp })
    expect(screen.queryByText(/You need a second factor to trade in LIVE/)).toBeNull()
  })

  it('sets up an authenticator app, shows the recovery codes once, and offers to end other sessions', async () => {
    const { user } = await openAccount()
    answer('startTotp', {
      secret: 'ABCDEFGHIJKLMNOP',
      uri: 'otpauth://totp/Signalpost:ada?secret=ABCDEFGHIJKLMNOP',
    })
    answer('confirmTotp', { recoveryCodes: codes })
    await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }))
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
    await user.type(screen.getByLabelText('Code'), '123456')
    answer('getSecurity', someSecurity({ totp, recoveryCodes: 10 }))
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    const shown = await screen.findByRole('region', { name: 'Recovery codes' })
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes)
    expect(requestsTo('confirmTotp')).toEqual([{ code: '123456' }])
    expect(screen.getByText(/end all other sessions/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull()
  })

  it('removes a passkey after the user has confirmed the removal', async () => {
    const passkey = { id: 'key-1', name: 'Laptop', since: totp.since, lastUsedAt: null }
    const { user } = await openAccount({ totp, passkeys: [passkey], recoveryCodes: 9 })
    expect(screen.getByText(/9 left/)).toBeVisible()
    answer('removeFactor', { message: 'Second factor removed' })
    await user.click(screen.getByRole('button', { name: 'Remove the passkey Laptop' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Remove second factor' }))
    expect(await screen.findByText('Second factor removed')).toBeVisible()
    expect(requestsTo('removeFactor')).toEqual([{ id: 'key-1' }])
  })

  it('lists the sessions, and ends one session or all others', async () => {
    const { user } = await openAccount()
    const sessions = screen.getByRole('heading', { name: 'Sessions' }).closest('section') as HTMLElement
    const [own, phone] = within(sessions).getAllByRole('listitem')
    expect(own).toHaveTextContent('This browser')
    expect(own).toHaveTextContent('From 203.0.113.0/24')
    expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
    expect(phone).toHaveTextContent('verified with password only')
    answer('endSessions', { message: '1 session ended' })
    await user.click(screen.getByRole('button', { name: 'End session on Safari on iPhone' }))
    await waitFor(() => expect(requestsTo('endSessions')).toEqual([{ id: 'phone' }]))
    const all = screen.getByRole('button', { name: 'End all other sessions' })
    await waitFor(() => expect(all).toBeEnabled())
    await user.click(all)
    await waitFor(() => expect(requestsTo('endSessions').at(-1)).toEqual({ id: 'others' }))
  })
})

describe('the dialog that confirms the user’s identity', () => {
  const askFor = (proving: { password: boolean; totp: boolean; passkey: boolean }) =>
    refuse('removeUserFactors', 'STEP_UP_REQUIRED', 'Confirm it’s you', proving)

  const remove = async () => {
    signIn({ user: { role: 'ADMIN' } })
    answer('listUsers', pageOf([anUser({ id: 'user-2', firstName: 'Grace', lastName: 'Hopper' })]))
    const page = open('/dashboard/admin/users')
    await page.user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Remove second factors' }))
    await page.user.click(await screen.findByRole('button', { name: 'Remove second factors' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    return { ...page, dialog }
  }

  it('asks for a code if the server requires it, and then sends the call again', async () => {
    askFor({ password: false, totp: true, passkey: false })
    const { user, dialog } = await remove()
    refuse('stepUp', 'INVALID_CODE', 'This code is wrong or was already used')
    await user.type(within(dialog).getByLabelText('Code'), '000000{Enter}')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('This code is wrong')
    answer('stepUp', { message: 'Confirmed' })
    answer('removeUserFactors', { message: 'Second factors removed' })
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Second factors removed successfully')).toBeVisible()
    expect(requestsTo('stepUp').at(-1)).toEqual({ code: '000000' })
    expect(requestsTo('removeUserFactors')).toHaveLength(2)
    expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull()
  })

  it('asks for the password if the user has no second factor', async () => {
    askFor({ password: true, totp: false, passkey: false })
    const { user, dialog } = await remove()
    answer('stepUp', { message: 'Confirmed' })
    answer('removeUserFactors', { message: 'Second factors removed' })
    await user.type(within(dialog).getByLabelText('Password'), 'Right-Pass-1{Enter}')
    expect(await screen.findByText('Second factors removed successfully')).toBeVisible()
    expect(requestsTo('stepUp')).toEqual([{ password: 'Right-Pass-1' }])
  })

  it('changes nothing if the user cancels it', async () => {
    askFor({ password: false, totp: true, passkey: true })
    const { user, dialog } = await remove()
    expect(within(dialog).getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText("Couldn't remove second factors")).toBeVisible()
    expect(requestsTo('removeUserFactors')).toHaveLength(1)
  })
})

describe('an admin', () => {
  it('logs a user out of all sessions', async () => {
    signIn({ user: { role: 'ADMIN' } })
    answer('listUsers', pageOf([anUser({ id: 'user-2', firstName: 'Grace', lastName: 'Hopper' })]))
    answer('endUserSessions', { message: 'Logged out everywhere' })
    const { user } = open('/dashboard/admin/users')
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out everywhere' }))
    expect(await screen.findByText('User logged out everywhere')).toBeVisible()
    expect(requestsTo('endUserSessions')).toEqual([{ id: 'user-2' }])
  })
})

describe('the page of an email’s pause link', () => {
  it('pauses trading when the user clicks its button, not when it is opened', async () => {
    const { user } = open('/auth/pause#token=a.token')
    const button = await screen.findByRole('button', { name: 'Pause trading' })
    expect(requestsTo('pauseByLink')).toEqual([])
    answer('pauseByLink', { message: 'Your trading is now paused' })
    await user.click(button)
    expect(await screen.findByRole('heading', { name: 'Trading is paused' })).toBeVisible()
    expect(requestsTo('pauseByLink')).toEqual([{ token: 'a.token' }])
  })

  it('shows why the link cannot be used', async () => {
    refuse('pauseByLink', 'INVALID_LINK', 'This link is invalid')
    const { user } = open('/auth/pause#token=a.token')
    await user.click(await screen.findByRole('button', { name: 'Pause trading' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is invalid')
  })
})
