import { requestedWith } from '../../../shared/platform/env.ts'
import { anAlertLine, someAlerts } from '../testing/examples.ts'
import type { Screen } from './screens.ts'
import type { Visitor } from './visitor.ts'

/** Something that opens on a screen, such as a dialog, a menu, the drawer or a message. */
export type Opening = {
  readonly name: string
  /** The name of the screen on which the opening appears. */
  readonly screen: Screen['name']
  /** Whether the opening exists only if the window is too narrow for the sidebar. */
  readonly narrow?: boolean
  /** Whether the opening closes after a while or when the pointer leaves. */
  readonly isBrief?: boolean
  readonly open: (visitor: Visitor) => Promise<void>
  /** Reverts changes that outlast the page. Changed API responses are removed first. */
  readonly undo?: (visitor: Visitor) => Promise<void>
}

const dialog = (visitor: Visitor, title: string) =>
  visitor.see(
    visitor.page
      .getByRole('dialog', { name: title })
      .or(visitor.page.getByRole('alertdialog', { name: title })),
  )

/** Presses a button that opens a dialog. */
const pressing =
  (name: string, title: string): Opening['open'] =>
  async (visitor) => {
    await visitor.press(name)
    await dialog(visitor, title)
  }
/** Presses the button of the first row, which opens a dialog. */
const pressingInRow =
  (name: RegExp, title: string): Opening['open'] =>
  async (visitor) => {
    await visitor.page.getByRole('main').getByRole('button', { name }).first().click()
    await dialog(visitor, title)
  }
const userMenu = async (visitor: Visitor) => {
  await visitor.press('Actions for Grace Hopper')
  await visitor.page.getByRole('menu').waitFor()
}
const userAction =
  (item: string, title: string): Opening['open'] =>
  async (visitor) => {
    await userMenu(visitor)
    await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
    await dialog(visitor, title)
  }

/** Finds the entry of a refused alert. It uses the longest page of the log, because other tests may add entries. */
const refusedEntry = async (visitor: Visitor) => {
  await visitor.goTo('/dashboard/logs?size=100')
  return visitor.page.getByRole('article').filter({ hasText: 'REFUSED' }).first()
}

const accountRead = /\/api\/v1\/account\?/
const matchingReads = /\/api\/v1\/instruments\/matching$/
const settingsRead = /\/api\/v1\/users\/me\/settings$/
const brokerReads = /\/api\/v1\/(account|positions|orders|stats|changes)\b/

/** Reverts the changes of an opening after all affected calls have ended. */
export const undoOpening = async (visitor: Visitor, { undo }: Opening) => {
  await visitor.page.unrouteAll({ behavior: 'wait' })
  await undo?.(visitor)
}

/**
 * The first result of matching. It is used again in later pictures, because a user may match only six batches before
 * they must wait.
 */
let matched: object | undefined

/** Reloads the page with changed API responses. */
const changeAnswer = async (
  { page }: Visitor,
  reads: RegExp,
  change: (answer: Record<string, unknown>) => object,
) => {
  await page.route(reads, async (route) => {
    // Without its entity tag, a poll receives the whole response instead of status 304 without a body.
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>) })
  })
  await page.reload()
}

/**
 * Returns the alerts that every screen shows because they wait for the user: an order that needs a review, an alert
 * that needs approval, and a waiting exit.
 */
const toAnswer = () =>
  someAlerts(
    anAlertLine({
      alertId: 'REVIEW1',
      state: 'review',
      market: 'NASDAQ:AAPL',
      outcome: 'NEEDS_REVIEW',
      message: 'Needs review: IG did not answer, and lists no such deal',
    }),
    anAlertLine({
      alertId: 'ASKED1',
      state: 'asks',
      market: 'NASDAQ:AAPL',
      outcome: 'ASKED',
      answerBy: new Date(Date.now() + 600_000).toISOString(),
      reason: 'Buy 0.43 NASDAQ:AAPL at 22,991 or better, stop 458 points, limit 916 points',
    }),
    anAlertLine({ alertId: 'WAITS1', state: 'waits', action: 'CLOSE', market: 'NASDAQ:MSFT', outcome: null }),
  )

/** Changes the response to the request for waiting alerts, even if it is part of a request for several reads. */
const answerAsking = async ({ page }: Visitor, answer: () => object) => {
  const asking = 'alerts?state=asking'
  await page.route(/\/api\/v1\/(alerts\?state=asking|changes\?)/, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const url = new URL(route.request().url())
    const reads = JSON.parse(url.searchParams.get('reads') ?? '[]') as string[]
    const place = reads.findIndex((read) => read.includes(asking))
    if (place < 0 && !url.href.includes(asking)) return route.fallback()
    if (place < 0) return route.fulfill({ json: answer() })
    url.searchParams.delete('since')
    const response = await route.fetch({ headers, url: url.href })
    const { answers } = (await response.json()) as { answers: object[] }
    return route.fulfill({
      response,
      json: { answers: answers.with(place, { status: 200, tag: 'asking', body: answer() }) },
    })
  })
  await page.reload()
}

const wrongCsv = [
  'Market and Symbol,IG EPIC,Yahoo Symbol,ATR Stop Loss Period,ATR Stop Loss Multiple Percentage,ATR Profit Target Period,ATR Profit Multiple Percentage,Max Position Size,Opening Price Multiple Percentage',
  'LSE:VOD,KA.D.VOD.DAILY.IP,VOD.L,fourteen,200,14,400,10000,100.2',
  'LSE:VOD,KA.D.VOD.DAILY.IP,VOD.L,14,-200,14,400,10000,100.2',
].join('\n')

const closing: Opening = {
  name: 'close-position',
  screen: 'positions',
  open: pressingInRow(/^Close/, 'Close position'),
}
const opened: Opening = {
  name: 'position',
  screen: 'positions',
  open: async ({ page }) => {
    await page.getByRole('main').locator('a[href*="deal="]').first().click()
    await page.getByRole('dialog').getByText('At the stop').waitFor()
  },
}
const movingStop: Opening = {
  name: 'move-stop',
  screen: 'positions',
  open: async (visitor) => {
    await opened.open(visitor)
    await visitor.press(/^Move stop of /)
    await visitor.see(visitor.page.getByLabel('New stop level', { exact: true }))
  },
}
const deleting: Opening = {
  name: 'delete-order',
  screen: 'orders',
  open: pressingInRow(/^Delete/, 'Delete order'),
}
const drawer: Opening = {
  name: 'drawer',
  screen: 'overview',
  narrow: true,
  open: pressing('More', 'Menu'),
}

export const openings: readonly Opening[] = [
  drawer,
  {
    name: 'palette',
    screen: 'overview',
    open: async (visitor) => {
      await visitor.page.keyboard.press('Control+k')
      await dialog(visitor, 'Search')
      await visitor.page.keyboard.type('AAPL')
      await visitor.page
        .getByRole('option', { name: /NASDAQ:AAPL/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'shortcuts',
    screen: 'overview',
    open: async (visitor) => {
      await visitor.page.keyboard.press('?')
      await dialog(visitor, 'Keyboard shortcuts')
    },
  },
  {
    name: 'alert',
    screen: 'logs',
    open: async (visitor) => {
      const { page } = visitor
      await (await refusedEntry(visitor)).getByRole('link', { name: 'Full details of this alert' }).click()
      await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor()
    },
  },
  closing,
  opened,
  movingStop,
  deleting,
  { name: 'add-instrument', screen: 'instruments', open: pressing('Add instrument', 'Add instrument') },
  {
    name: 'matched-symbols',
    screen: 'add-instruments',
    open: async (visitor) => {
      if (matched) await changeAnswer(visitor, matchingReads, () => matched ?? {})
      else {
        await visitor.fill('Symbols to match', 'NASDAQ:NFLX, LSE:AV., CME:ES1!, LSE:WTB')
        await visitor.press('Match symbols')
      }
      await visitor.read('Searched 4 of 4')
      matched ??= await visitor.page.evaluate(
        async ({ name, value }) =>
          (await (
            await fetch('/api/v1/instruments/matching', { headers: { [name]: value } })
          ).json()) as object,
        requestedWith,
      )
    },
    undo: async (visitor) => {
      const { page } = visitor
      await page.reload()
      const discard = page.getByRole('button', { name: 'Discard' })
      await visitor.see(discard.or(page.getByLabel('Symbols to match')))
      if (await discard.isVisible()) await visitor.press('Discard')
      await page.getByLabel('Symbols to match').waitFor()
    },
  },
  { name: 'edit-instrument', screen: 'instruments', open: pressingInRow(/^Edit/, 'Edit instrument') },
  {
    name: 'refused-upload',
    screen: 'instruments',
    open: async (visitor) => {
      await visitor.page
        .locator('input[type=file]')
        .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(wrongCsv) })
      await visitor.press('Upload CSV')
      await visitor.page.getByRole('columnheader', { name: 'Problem' }).waitFor()
    },
  },
  {
    name: 'decision-trace',
    screen: 'logs',
    open: async (visitor) => {
      await (await refusedEntry(visitor)).getByRole('button', { name: /Additional Data/ }).click()
      await visitor.page.getByRole('list', { name: 'Decision trace' }).waitFor()
    },
  },
  {
    name: 'log-filters',
    screen: 'logs',
    narrow: true,
    open: async (visitor) => {
      await visitor.press('Filter')
      await visitor.page.getByLabel('From date').waitFor()
    },
  },
  {
    name: 'delete-logs',
    screen: 'logs',
    open: async (visitor) => {
      if (await visitor.page.getByRole('button', { name: 'Filter', exact: true }).isVisible())
        await visitor.press('Filter')
      await visitor.press('Delete all')
      await dialog(visitor, 'Delete all logs')
    },
  },
  { name: 'rules', screen: 'settings', open: pressing('Rule order', 'Rule order') },
  {
    name: 'going-live',
    screen: 'settings',
    open: async (visitor) => {
      await visitor.page.getByRole('radio', { name: 'Live', exact: true }).press('Space')
      await visitor.press('Update settings')
      await dialog(visitor, 'Switch to LIVE (paper trading)?')
    },
  },
  {
    name: 'rules',
    screen: 'strategies',
    open: async ({ page }) => {
      await page.getByText('Rules for Golden Cross', { exact: true }).click()
      await page.getByRole('button', { name: 'Save rules for Golden Cross' }).waitFor()
      await page.getByLabel('Close all at').fill('21:00')
      await page.getByLabel('Trailing distance (points)').fill('-1')
      await page.getByText('Must be above 0 and at most 100,000 points').waitFor()
    },
  },
  {
    name: 'new-token',
    screen: 'account',
    open: async (visitor) => {
      await visitor.page.getByRole('heading', { name: 'API tokens' }).scrollIntoViewIfNeeded()
      await visitor.press('Create a token')
      await visitor.page.getByLabel('Token name').waitFor()
    },
  },
  {
    name: 'authenticator',
    screen: 'account',
    open: async (visitor) => {
      await visitor.press('Set up an authenticator app')
      await visitor.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    },
  },
  {
    name: 'rotate-tooltip',
    screen: 'settings',
    isBrief: true,
    open: async ({ page }) => {
      await page.waitForLoadState('networkidle')
      // A closed tooltip opens again only after the pointer has been elsewhere.
      await page.mouse.move(0, 0)
      await page.getByRole('button', { name: 'Rotate Demo webhook secret' }).hover()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'update-secret',
    screen: 'settings',
    open: async (visitor) => {
      await visitor.press('Rotate Demo webhook secret')
      await visitor.read('not saved yet')
      await visitor.press('Update settings')
      await dialog(visitor, 'Update webhook secret')
    },
  },
  {
    name: 'tried-alert',
    screen: 'help',
    open: async (visitor) => {
      await visitor.fill('Market', 'LSE:SHEL')
      await visitor.fill('Price', '2788')
      await visitor.press('Try alert')
      await visitor.read('No order was placed.')
    },
  },
  {
    name: 'load-failure',
    screen: 'help',
    open: async (visitor) => {
      await visitor.page.route('**/assets/**', (route) => route.abort())
      await visitor.press('Try alert')
      await visitor.read('Part of this page couldn’t be loaded.')
    },
  },
  {
    name: 'toast',
    screen: 'help',
    isBrief: true,
    open: async (visitor) => {
      await visitor.press('Copy webhook URL')
      await visitor.read(/clipboard/)
    },
  },
  {
    name: 'paused',
    screen: 'overview',
    open: async (visitor) => {
      const { page } = visitor
      // On a phone, the button is in the sheet with the figures of the account.
      const sheet = page.getByRole('button', { name: 'All figures of the account' })
      if (!(await page.getByRole('button', { name: 'Pause trading', exact: true }).isVisible()))
        await sheet.click()
      await visitor.press('Pause trading')
      await visitor.read(/You paused trading/)
      await page.keyboard.press('Escape')
    },
    undo: async (visitor) => {
      await visitor.press('Resume trading')
      await visitor.read('Trading on')
    },
  },
  {
    name: 'to-answer',
    screen: 'overview',
    open: async (visitor) => {
      await changeAnswer(visitor, settingsRead, (settings) => ({ ...settings, mayAsk: true }))
      await answerAsking(visitor, toAnswer)
      await visitor.read(/needs your review/)
      await visitor.read('Place BUY NASDAQ:AAPL?')
      await visitor.read('An exit is waiting')
    },
  },
  { name: 'stop-and-close', screen: 'positions', open: pressing('Stop and close…', 'Stop and close') },
  ...(['overview', 'positions'] as const).flatMap((screen) => [
    {
      name: 'ig-down',
      screen,
      open: async (visitor: Visitor) => {
        await visitor.page.route(brokerReads, (route) =>
          route.fulfill({
            status: 424,
            json: { code: 'BROKER_UNAVAILABLE', message: 'IG did not answer in time', details: {} },
          }),
        )
        await visitor.read(/^IG can’t be read since/)
      },
    },
    {
      name: 'negative-funds',
      screen,
      open: async (visitor: Visitor) => {
        await changeAnswer(visitor, accountRead, (facts) => ({
          ...facts,
          available: -12_345.67,
          profitLoss: -123_456.78,
        }))
        await visitor.read('−£12,345.67')
      },
    },
  ]),
  { name: 'user-menu', screen: 'users', open: userMenu },
  { name: 'edit-user', screen: 'users', open: userAction('Edit', 'Edit user') },
  { name: 'clear-user-logs', screen: 'users', open: userAction('Clear logs', 'Delete user logs') },
  { name: 'delete-user', screen: 'users', open: userAction('Delete', 'Delete user') },
]

/** Openings that must distinguish LIVE from DEMO. */
export const liveOpenings: readonly Opening[] = [drawer, closing, movingStop, deleting]
export const liveScreens: readonly Opening[] = ['overview', 'positions', 'orders', 'settings', 'help'].map(
  (screen) => ({
    name: 'as it is',
    screen,
    open: ({ page }) =>
      page.getByText('LIVE · paper', { exact: true }).filter({ visible: true }).first().waitFor(),
  }),
)
