import type { Browser, Page } from 'playwright-core'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import {
  aLogEntry,
  anOutcome,
  anAlertLine,
  someAlerts,
  anInstrument,
  anOrder,
  anUser,
  aPosition,
  pageOf,
  someAppSettings,
  someSettings,
  someBrokerAccount,
  aToken,
  someSecurity,
  someDayPrices,
  someStats,
} from '../testing/examples.ts'
import { someDecisions } from '../testing/example-decisions.ts'
import { aJournal, aTrade } from '../testing/example-journal.ts'
import type { Role } from '../../../shared/accounts/user.schema.ts'
import { PretendApi } from './pretend-api.ts'
import { noteRequests } from './settle.ts'

type SignedIn = { readonly role?: Role; readonly settings?: Partial<UserSettings> }

/** A page of the product in its own browser context, with a fake API. */
export class Stage {
  readonly page: Page
  readonly api = new PretendApi()
  private readonly origin: string

  private constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
  }

  static async open(browser: Browser, origin: string): Promise<Stage> {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      // The test could not see requests of a service worker, and could not respond to them.
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    noteRequests(page)
    const stage = new Stage(page, origin)
    await stage.api.stand(page)
    stage.api.answer('getHealth', { up: true })
    return stage
  }

  /** Sets the API responses for a logged-in user with entries in every list. */
  signedIn({ role = 'USER', settings = {} }: SignedIn = {}) {
    const { api } = this
    const ada = anUser({ role })
    api.answer('getMe', ada)
    api.answer('getSettings', someSettings(settings))
    api.answer('getAppSettings', someAppSettings())
    api.answer('getStats', someStats())
    api.answer('getBrokerAccount', someBrokerAccount())
    api.answer('getSecurity', someSecurity())
    api.answer('listTokens', {
      tokens: [
        aToken(),
        aToken({
          id: 'phone',
          name: 'A very long name of forty letters at most',
          lastUsedAt: null,
          addresses: [],
        }),
      ],
    })
    api.answer('listEarlierInstruments', { lists: [] })
    api.answer('previewInstruments', {
      added: 1,
      changed: 0,
      removed: 0,
      rows: [{ kind: 'added', marketAndSymbol: 'LSE:VOD', details: [] }],
    })
    api.answer('listPositions', pageOf([aPosition()]))
    api.answer('getDayPrices', someDayPrices())
    api.answer('listOrders', pageOf([anOrder()]))
    api.answer('listInstruments', pageOf([anInstrument()]))
    api.answer('searchInstruments', pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPL' })]))
    api.answer('listLogs', pageOf([aLogEntry({ extra: anOutcome() })]))
    api.answer('listAlerts', someAlerts(anAlertLine()))
    api.answer('listUsers', pageOf([ada, anUser({ id: 'user-2', firstName: 'Grace', lastName: 'Hopper' })]))
    api.answer('getJournal', aJournal())
    api.answer('listTrades', { ...pageOf([aTrade()]), sum: aTrade().result, currency: 'GBP' })
    api.answer('listDecisions', someDecisions())
    api.answer('logout', { message: 'Logged out' })
  }

  async goTo(path: string) {
    await this.page.goto(`${this.origin}${path}`)
  }

  press(name: string) {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  dialog() {
    return this.page.locator('[role=dialog], [role=alertdialog]')
  }

  close() {
    return this.page.context().close()
  }
}
