import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Screen } from './screens.ts'
import { noteRequests, settle } from './settle.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A user with their own browser who visits the product. */
export class Visitor {
  readonly page: Page
  /** Requests to hosts other than the product's. */
  readonly strays: string[] = []
  private readonly origin: string

  private constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
    page.setDefaultTimeout(120_000)
    noteRequests(page)
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
        this.strays.push(request.url())
    })
  }

  static async arrive(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options })
    return new Visitor(await context.newPage(), origin)
  }

  /** Opens another tab of the same browser, with the same session and cache. */
  async openTab(viewport: { readonly width: number; readonly height: number }) {
    const tab = new Visitor(await this.page.context().newPage(), this.origin)
    await tab.page.setViewportSize(viewport)
    return tab
  }

  /** Chooses a theme, and stores it as the theme switch does. */
  async prefer(theme: 'light' | 'dark') {
    await this.page.addInitScript((chosen) => localStorage.setItem('signalpost-theme', chosen), theme)
  }

  async goTo(path: string) {
    await this.page.goto(`${this.origin}${path}`)
  }

  /** Opens a screen and waits until its heading is visible. */
  async visit({ path, heading }: Screen) {
    await this.goTo(path)
    await this.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
    await this.page.getByText('Loading', { exact: true }).last().waitFor({ state: 'detached' })
  }

  /** Changes the theme and the window width, and waits until the page has settled. */
  async change(theme: 'light' | 'dark', width: number) {
    await this.page.evaluate(
      (isDark) => document.documentElement.classList.toggle('dark', isDark),
      theme === 'dark',
    )
    await this.page.setViewportSize({ width, height: 900 })
    await settle(this.page)
  }

  /** Logs in. The user then sees the overview, or the page on which this tab was logged out. */
  async logIn({ email, password }: { email: string; password: string }) {
    await this.goTo('/auth/login')
    await this.fill('Email', email)
    await this.fill('Password', password)
    await this.press('Log in')
    await this.page.waitForURL('**/dashboard/**')
  }

  /** Fills in the registration form, and sends it. */
  async register({ email, password }: { email: string; password: string }) {
    await this.goTo('/auth/register')
    await this.fill('First name', 'Ada')
    await this.fill('Last name', 'Byron')
    await this.fill('Email', email)
    await this.fill('Password', password)
    await this.fill('Confirm password', password)
    await this.press('Create account')
  }

  /** Opens a screen with its link in the menu. */
  openScreen(name: string) {
    return this.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: true })
      .click()
  }

  fill(label: string, value: string) {
    return this.page.getByLabel(label, { exact: true }).fill(value)
  }

  press(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  pressInDialog(name: string) {
    return this.page
      .locator('[role=dialog], [role=alertdialog]')
      .getByRole('button', { name, exact: true })
      .click()
  }

  /**
   * Waits for a text.
   * @throws Error with the page's text if the text does not appear
   */
  read(text: string | RegExp) {
    return this.see(this.page.getByText(text).first())
  }

  /**
   * Waits for an element.
   * @throws Error with the page's text if the element does not appear
   */
  async see(place: Locator) {
    try {
      await place.waitFor()
    } catch (cause) {
      const instead = await this.page.locator('body').innerText()
      throw new Error(`Not seen: ${String(place)}. Instead:\n${instead}`, { cause })
    }
  }

  /** Returns the problems that axe finds on the page, each with the elements that are affected. */
  async objections() {
    await this.page.evaluate(axe)
    const { violations } = await this.page.evaluate<AxeResults>(
      // Rules that pass are left out, because listing them doubles the run time.
      'axe.run(document, { resultTypes: ["violations"] })',
    )
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }

  leave() {
    return this.page.context().close()
  }
}
