import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { secretMask } from '../../shared/settings/settings.schema.ts'
import { anInstrument, anUser, pageOf, someSettings } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, fail, hold, refuse, requestsTo } from '../testing/server.ts'

const openSettings = async (settings = {}) => {
  signIn({ settings })
  const page = open('/dashboard/settings')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  return page
}
const save = ({ user }: Awaited<ReturnType<typeof openSettings>>) =>
  user.click(screen.getByRole('button', { name: 'Update settings' }))
/** Changes a setting, so that the form has something to save. */
const change = ({ user }: Awaited<ReturnType<typeof openSettings>>) =>
  user.click(screen.getByRole('switch', { name: 'Avoid dividend dates' }))
const stored = () => {
  const { tradingPause: _, fullStop: __, warnings: ___, ...values } = someSettings()
  return values
}

describe('the settings page', () => {
  it('shows the stored settings, with the live password and API key masked', async () => {
    await openSettings()
    expect(screen.getByText('You will be logged out after updating your settings.')).toBeVisible()
    for (const name of ['Trading rules', 'IG credentials'])
      expect(screen.getByRole('heading', { name })).toBeVisible()
    expect(screen.getByRole('radiogroup', { name: 'App mode' })).toBeVisible()
    expect(screen.getByText('Select whether to use demo or live trading credentials')).toBeVisible()
    expect(screen.getByText('Execute at specific price or better')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'LIMIT' })).toBeChecked()
    for (const number of ['10', '60']) expect(screen.getAllByPlaceholderText(number)[0]).toBeVisible()
    for (const label of ['Copy', 'Rotate']) expect(screen.getAllByText(label)).toHaveLength(2)
    expect(screen.getByRole('radio', { name: 'Demo' })).toBeChecked()
    expect(screen.getByLabelText('Demo password')).toHaveAttribute('type', 'text')
    expect(screen.getByLabelText('Demo API key')).toHaveAttribute('type', 'text')
    expect(screen.getByLabelText('Live password')).toHaveAttribute('type', 'password')
    expect(screen.getByLabelText('Live API key')).toHaveAttribute('type', 'password')
    expect(screen.getByLabelText('Maximum open positions')).toHaveValue(5)
    expect(screen.getByRole('switch', { name: 'Avoid dividend dates' })).toBeChecked()
  })

  it('asks for a confirmation before it switches to LIVE, then saves the settings and logs the user out', async () => {
    const page = await openSettings()
    answer('updateSettings', someSettings())
    answer('logout', { message: 'Bye' })
    await page.user.click(screen.getByRole('radio', { name: 'Live' }))
    expect(screen.getByText('In live mode, orders use real money.')).toBeVisible()
    await page.user.click(screen.getByRole('radio', { name: 'MARKET' }))
    expect(screen.getByText('Execute immediately at current price')).toBeVisible()
    await page.user.clear(screen.getByLabelText('Demo username'))
    await page.user.clear(screen.getByLabelText('Maximum open positions'))
    await page.user.type(screen.getByLabelText('Maximum open positions'), '7')
    await page.user.click(screen.getByRole('switch', { name: 'Avoid dividend dates' }))
    answer('listInstruments', pageOf([anInstrument({ maxPositionSize: '10000' })]))
    await save(page)
    // The dialog shows the account and asks the user to type its name.
    const live = within(await screen.findByRole('alertdialog', { name: 'Go live with real money?' }))
    expect(requestsTo('updateSettings')).toEqual([])
    expect(live.getByText('MARKET')).toBeVisible()
    expect(await live.findByText(/\(Spread bet, SPREADBET, GBP\)/)).toBeVisible()
    expect(
      await live.findByText(
        /^Maximum exposure: 7 positions of up to £10,000\.00 each, £70,000\.00 in total\. .* you would lose £3,500\.00/,
      ),
    ).toBeVisible()
    const go = live.getByRole('button', { name: 'Go live' })
    expect(go).toBeDisabled()
    await page.user.type(live.getByLabelText('Type Spread bet to go live'), 'Spread bet')
    await page.user.click(go)
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible()
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(requestsTo('getBrokerAccount').at(-1)).toEqual({ mode: 'LIVE' })
    expect(requestsTo('updateSettings')).toEqual([
      {
        ...stored(),
        mode: 'LIVE',
        orderType: 'MARKET',
        demoUsername: null,
        maximumOpenPositions: 7,
        avoidDividendDates: false,
        livePassword: secretMask,
      },
    ])
    expect(requestsTo('logout')).toHaveLength(1)
  })

  it('opens again when the user logs in after a save', async () => {
    const page = await openSettings()
    answer('updateSettings', someSettings())
    answer('logout', { message: 'Bye' })
    await change(page)
    await save(page)
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    answer('login', anUser())
    signIn()
    await page.user.type(await screen.findByLabelText('Email'), 'ann@example.com')
    await page.user.type(screen.getByLabelText('Password'), 'Passw0rd')
    await page.user.click(screen.getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(page.path()).toBe('/dashboard/settings'))
  })

  it('lists its sections at the top, and each link scrolls to its section on every click', async () => {
    const page = await openSettings()
    const sections = within(screen.getByRole('navigation', { name: 'Sections' }))
    expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Loss limits',
      'Trading rules',
      'Mode',
      'IG credentials',
    ])
    for (const _ of [1, 2]) {
      await page.user.click(sections.getByRole('link', { name: 'Loss limits' }))
      await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Loss today' })).toHaveFocus())
      await page.user.click(sections.getByRole('link', { name: 'IG credentials' }))
      await waitFor(() => expect(screen.getByLabelText('Demo username')).toHaveFocus())
    }
  })

  it('opens the login page after a save, even if the logout fails', async () => {
    const page = await openSettings()
    answer('updateSettings', someSettings())
    fail('logout', 500)
    await change(page)
    await save(page)
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })

  it('fills in a new webhook secret, and asks before saving it', async () => {
    const page = await openSettings()
    answer('newWebhookSecret', { secret: 'fresh-webhook-secret-0123' })
    answer('updateSettings', someSettings())
    answer('logout', { message: 'Bye' })
    await page.user.click(screen.getByRole('button', { name: 'Rotate Demo webhook secret' }))
    expect(await screen.findByText('Webhook secret rotated successfully!')).toBeVisible()
    expect(screen.getByLabelText('Demo webhook secret')).toHaveValue('fresh-webhook-secret-0123')
    expect(requestsTo('updateSettings')).toEqual([])

    await save(page)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Update webhook secret' }))
    expect(dialog.getByText(/also update the secret in the webhook body/)).toBeVisible()
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requestsTo('updateSettings')).toEqual([])

    await save(page)
    await page.user.click(await screen.findByRole('button', { name: 'Yes, I understand' }))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(requestsTo('updateSettings')).toEqual([
      { ...stored(), demoWebhookSecret: 'fresh-webhook-secret-0123' },
    ])
  })

  it('shows the LIVE webhook secret when the user copies it, and saves nothing', async () => {
    const page = await openSettings()
    answer('showLiveWebhookSecret', { secret: 'live-webhook-secret-0123456789' })
    const field = screen.getByLabelText('Live webhook secret')
    expect(field).toHaveValue(secretMask)
    await page.user.click(screen.getByRole('button', { name: 'Copy Live webhook secret' }))
    expect(await screen.findByText('live-webhook-secret-0123456789')).toBeVisible()
    expect(await screen.findByText('Copied to clipboard!')).toBeVisible()
    expect(field).toHaveValue(secretMask)
  })

  it('blocks saving and typing while a new secret is being created', async () => {
    const page = await openSettings()
    const release = hold('newWebhookSecret')
    await page.user.click(screen.getByRole('button', { name: 'Rotate Demo webhook secret' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Update settings' })).toBeDisabled())
    const field = screen.getByLabelText('Demo webhook secret')
    await page.user.type(field, 'mine{Enter}')
    await save(page)
    release({ secret: 'fresh-webhook-secret-0123' })
    await waitFor(() => expect(field).toHaveValue('fresh-webhook-secret-0123'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Update settings' })).toBeEnabled())
    expect(field).not.toHaveAttribute('readonly')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(requestsTo('updateSettings')).toEqual([])
  })

  it('says why no new secret could be created', async () => {
    const page = await openSettings()
    refuse('newWebhookSecret', 'FORBIDDEN', 'Not now')
    await page.user.click(screen.getByRole('button', { name: 'Rotate Live webhook secret' }))
    expect(await screen.findByText('Failed to rotate webhook secret')).toBeVisible()
    expect(screen.getByText('Not now')).toBeVisible()
  })

  it('copies a secret, and disables the copy button if the field is empty', async () => {
    const { user } = await openSettings()
    const copy = screen.getByRole('button', { name: 'Copy Demo webhook secret' })
    await user.click(copy)
    expect(await screen.findByText('Copied to clipboard!')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('demo-webhook-secret-0123456789')
    await user.clear(screen.getByLabelText('Demo webhook secret'))
    expect(copy).toBeDisabled()
  })

  it.each([
    ['Maximum order age (minutes)', '1441', 'Must be a whole number from 1 to 1440'],
    ['Maximum order age (minutes)', '0', 'Must be a whole number from 1 to 1440'],
    ['Maximum alert age (seconds)', '86401', 'Must be a whole number from 1 to 86400'],
    ['Maximum open positions', '101', 'Must be a whole number from 0 to 100'],
    ['Maximum open positions', '1.5', 'Must be a whole number from 0 to 100'],
    ['Maximum open positions and pending orders', '', 'Must be a whole number from 0 to 100'],
    ['Instrument trade cooldown (hours)', '121', 'Must be a whole number from 0 to 120'],
    ['Demo webhook secret', '', 'Webhook secret is required'],
    ['Live webhook secret', 'fifteen-letters', 'Webhook secret must be 20 to 128 characters'],
    [
      'Demo webhook secret',
      'correct horse battery',
      'Webhook secret must not contain spaces or control characters',
    ],
  ])('rejects the setting “%s” with the value "%s"', async (label, value, message) => {
    const page = await openSettings()
    await page.user.clear(screen.getByLabelText(label))
    if (value) await page.user.type(screen.getByLabelText(label), value)
    await save(page)
    expect(await screen.findByText(message)).toBeVisible()
    expect(requestsTo('updateSettings')).toEqual([])
  })

  it('rejects a masked secret if the user has typed into the mask', async () => {
    const page = await openSettings()
    const field = screen.getByLabelText('Live password')
    await page.user.type(field, 'x', { initialSelectionStart: 3, initialSelectionEnd: 3 })
    await save(page)
    expect(await screen.findByText('Clear this field before entering a new value')).toBeVisible()
    expect(requestsTo('updateSettings')).toEqual([])
  })

  it('changes no number when the user scrolls with the mouse wheel', async () => {
    const page = await openSettings()
    const positions = screen.getByLabelText('Maximum open positions')
    await page.user.click(positions)
    expect(positions).toHaveFocus()
    fireEvent.wheel(positions, { deltaY: 100 })
    // The mouse wheel changes a number field only if the field has the focus.
    expect(positions).not.toHaveFocus()
  })

  it('disables the form while it saves', async () => {
    const page = await openSettings()
    const release = hold('updateSettings')
    answer('logout', { message: 'Bye' })
    await change(page)
    await save(page)
    await waitFor(() => expect(screen.getByLabelText('Demo username')).toBeDisabled())
    expect(screen.getByRole('button', { name: 'Update settings' })).toBeDisabled()
    release(someSettings())
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })

  it('shows above the form and below the field why the settings could not be saved, and lets the user try again', async () => {
    const page = await openSettings()
    refuse('updateSettings', 'INVALID_REQUEST', 'The demo and live webhook secrets must differ', {
      live_webhook_secret: 'must differ from the demo webhook secret',
    })
    await change(page)
    await save(page)
    expect(await screen.findByText('Failed to update settings')).toBeVisible()
    expect(screen.getByText('The demo and live webhook secrets must differ')).toBeVisible()
    expect(screen.getByText('must differ from the demo webhook secret')).toBeVisible()
    expect(page.path()).toBe('/dashboard/settings')
    expect(screen.getByLabelText('Demo username')).toBeEnabled()
  })

  it('shows the warnings that the server returns', async () => {
    const page = await openSettings()
    answer('updateSettings', someSettings({ warnings: ['IG refused the demo credentials'] }))
    answer('logout', { message: 'Bye' })
    await change(page)
    await save(page)
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
    expect(await screen.findByText('IG refused the demo credentials')).toBeVisible()
  })
})

describe('the connection form', () => {
  it('fills in a login that paper IG accepts, if the broker is paper IG', async () => {
    const page = await openSettings({ isPaper: true })
    await page.user.click(screen.getByRole('button', { name: 'Fill in paper IG credentials, demo' }))
    const username = (screen.getByLabelText('Demo username') as HTMLInputElement).value
    expect(username).toMatch(/^paper-[0-9a-f]{8}$/)
    expect(screen.getByLabelText('Demo account ID')).toHaveValue(`${username.toUpperCase()}-SB`)
    expect(screen.getByLabelText('Demo API key')).toHaveValue('paper-key')
  })

  it('offers no paper login if the broker is IG, and rejects an email address as the username', async () => {
    const page = await openSettings()
    expect(screen.queryByRole('button', { name: /paper login/ })).not.toBeInTheDocument()
    const username = screen.getByLabelText('Demo username')
    await page.user.clear(username)
    await page.user.type(username, 'ann@example.com')
    expect(screen.getByText(/^Enter your IG username instead of your email address/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Test connection, demo' })).toBeDisabled()
  })
})

describe('the settings form', () => {
  it('saves unchanged settings without asking for confirmation, because the user may have fixed something at IG', async () => {
    const page = await openSettings()
    answer('updateSettings', someSettings())
    answer('logout', { message: 'Bye' })
    await page.user.type(screen.getByLabelText('Maximum open positions'), '{Enter}')
    await waitFor(() => expect(requestsTo('updateSettings')).toHaveLength(1))
    await waitFor(() => expect(page.path()).toBe('/auth/login'))
  })

  it('asks for a confirmation if the user leaves with unsaved changes', async () => {
    const page = await openSettings()
    answerEmpty()
    await change(page)
    const leave = () => page.user.click(screen.getByRole('link', { name: 'Help' }))
    await leave()
    const dialog = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await page.user.click(within(await dialog()).getByRole('button', { name: 'Stay' }))
    expect(page.path()).toBe('/dashboard/settings')
    expect(screen.getByRole('switch', { name: 'Avoid dividend dates' })).not.toBeChecked()
    await leave()
    await page.user.click(within(await dialog()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(page.path()).toBe('/dashboard/help'))
  })
})

describe('a change that is saved elsewhere while the form is open', () => {
  const saveElsewhere = async ({ queries }: Awaited<ReturnType<typeof openSettings>>, settings: object) => {
    signIn({ settings })
    await act(() => queries.invalidateQueries({ queryKey: ['settings'] }))
  }

  it('is shown in untouched fields, and saving does not undo it', async () => {
    const page = await openSettings({ mode: 'LIVE' })
    answer('updateSettings', someSettings())
    answer('logout', { message: 'Bye' })
    const age = screen.getByLabelText('Maximum order age (minutes)')
    await page.user.clear(age)
    await page.user.type(age, '15')
    await page.user.clear(screen.getByLabelText('Live password'))
    await page.user.type(screen.getByLabelText('Live password'), 'new-live-password')
    await saveElsewhere(page, {
      mode: 'DEMO',
      maximumOpenPositions: 1,
      maximumOrderAgeInMinutes: 3,
      demoWebhookSecret: 'rotated-elsewhere-0123456789',
    })
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Demo' })).toBeChecked())
    expect(age).toHaveValue(15)
    await save(page)
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible()
    expect(requestsTo('updateSettings')).toEqual([
      {
        ...stored(),
        mode: 'DEMO',
        maximumOpenPositions: 1,
        maximumOrderAgeInMinutes: 15,
        demoWebhookSecret: 'rotated-elsewhere-0123456789',
        livePassword: 'new-live-password',
        liveApiKey: secretMask,
      },
    ])
  })

  it('is kept even if it arrives while the page asks about the webhook secret', async () => {
    const page = await openSettings({ mode: 'LIVE' })
    answer('newWebhookSecret', { secret: 'fresh-webhook-secret-0123' })
    answer('updateSettings', someSettings())
    answer('logout', { message: 'Bye' })
    await page.user.click(screen.getByRole('button', { name: 'Rotate Demo webhook secret' }))
    await screen.findByText('Webhook secret rotated successfully!')
    await save(page)
    const confirm = await screen.findByRole('button', { name: 'Yes, I understand' })
    await saveElsewhere(page, { mode: 'DEMO' })
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Demo', hidden: true })).toBeChecked())
    await page.user.click(confirm)
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible()
    expect(requestsTo('updateSettings')).toEqual([
      { ...stored(), mode: 'DEMO', demoWebhookSecret: 'fresh-webhook-secret-0123' },
    ])
  })
})

describe('the connection test', () => {
  const found = {
    outcome: 'CONNECTED',
    says: 'IG accepted these demo credentials',
    remedy: null,
    code: null,
    accounts: [
      {
        accountId: 'SB123',
        name: 'Spread bet',
        type: 'spread bet',
        currency: 'GBP',
        isDefault: true,
        problem: null,
      },
      { accountId: 'CFD12', name: 'CFD', type: 'CFD', currency: 'GBP', isDefault: false, problem: null },
      {
        accountId: 'ISA12',
        name: 'ISA',
        type: 'share dealing, ISA or SIPP',
        currency: 'GBP',
        isDefault: false,
        problem: 'The API trades on spread-bet and CFD accounts only',
      },
    ],
    allowances: { perAccount: 30, perKey: 60, orders: 100 },
  } as const

  it('offers the accounts that IG lists, and fills in the selected one', async () => {
    const { user } = await openSettings()
    answer('testConnection', { ...found, accounts: [...found.accounts] })
    await user.clear(screen.getByLabelText('Demo username'))
    await user.type(screen.getByLabelText('Demo username'), 'me')
    await user.click(screen.getByRole('button', { name: 'Test connection, demo' }))
    const accounts = within(await screen.findByRole('list', { name: 'Accounts for the demo login' }))
    expect(requestsTo('testConnection')).toEqual([
      { mode: 'DEMO', username: 'me', password: stored().demoPassword, apiKey: stored().demoApiKey },
    ])
    expect(accounts.getByText('The API trades on spread-bet and CFD accounts only')).toBeVisible()
    expect(accounts.queryByRole('button', { name: 'Use account ISA12' })).toBeNull()
    await user.click(accounts.getByRole('button', { name: 'Use account CFD12' }))
    expect(screen.getByLabelText('Demo account ID')).toHaveValue('CFD12')
    expect(accounts.getByText('Selected')).toBeVisible()
    expect(
      screen.getByText(/^Each minute, IG allows 30 requests per account, 60 requests per API key/),
    ).toBeVisible()
  })

  it('warns before the first test that accounts at IG Singapore and IG Japan can’t be used', async () => {
    const { user } = await openSettings({
      demoUsername: null,
      demoPassword: null,
      demoApiKey: null,
      demoAccountId: null,
    })
    const demo = within(screen.getByRole('group', { name: /^Demo/ }))
    const words =
      'Accounts of IG Singapore and IG Japan can’t be used: Singapore requires a second factor and encrypted passwords, and Japan has no API.'
    expect(demo.getByText(words)).toBeVisible()
    for (const field of ['username', 'password', 'API key'])
      await user.type(demo.getByLabelText(`Demo ${field}`), 'mine')
    expect(demo.getByRole('button', { name: 'Test connection, demo' })).toBeEnabled()
    expect(demo.getByText(words)).toBeVisible()
    await user.type(demo.getByLabelText('Demo account ID'), 'SB123')
    expect(demo.queryByText(words)).toBeNull()
  })

  it('says what to do after a refusal, until the user changes the input', async () => {
    const { user } = await openSettings()
    answer('testConnection', {
      outcome: 'REFUSED',
      says: 'IG doesn’t recognise the API key',
      remedy: 'Copy the key again.',
      code: 'error.security.api-key-invalid',
      accounts: [],
      allowances: null,
    })
    await user.click(screen.getByRole('button', { name: 'Test connection, demo' }))
    expect(await screen.findByText('IG doesn’t recognise the API key.')).toBeVisible()
    expect(screen.getByText('Copy the key again.')).toBeVisible()
    await user.type(screen.getByLabelText('Demo API key'), 'x')
    expect(screen.queryByText('Copy the key again.')).toBeNull()
    await user.clear(screen.getByLabelText('Demo API key'))
    expect(screen.getByRole('button', { name: 'Test connection, demo' })).toBeDisabled()
  })
})
