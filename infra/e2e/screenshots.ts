import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lambdas.ts'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { dashboardScreens, publicScreens } from './screens.ts'
import { haveTraded } from './trading-day.ts'
import { Visitor } from './visitor.ts'

/** `npm run screenshots`: every screen, light, dark and on a phone, into .screenshots/. */

const folder = join(root, '.screenshots')
const looks = [
  { name: 'light', theme: 'light', width: 1440 },
  { name: 'dark', theme: 'dark', width: 1440 },
  { name: 'phone', theme: 'light', width: 390 },
] as const

/** In a window as tall as the page, so that what sticks to an edge and what is drawn once seen are where they belong. */
const shoot = async ({ page }: Visitor, name: string, width: number) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(900, height) })
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.setViewportSize({ width, height: 900 })
}

const browser = await openBrowser()
if (!browser) process.exit(1)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const cloud = await CloudUnderTest.start()
try {
  await haveTraded(cloud)
  for (const { name: look, theme, width } of looks) {
    const visitor = await Visitor.arrive(browser, cloud.origin, {
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    await visitor.prefer(theme)
    for (const screen of publicScreens) {
      await visitor.visit(screen)
      await shoot(visitor, `${screen.name}-${look}`, width)
    }
    await visitor.logIn(demoUser)
    for (const screen of dashboardScreens) {
      await visitor.visit(screen)
      if (screen.name === 'logs')
        await visitor.page
          .getByRole('button', { name: /Additional Data/ })
          .first()
          .click()
      await shoot(visitor, `${screen.name}-${look}`, width)
    }
    await visitor.leave()
  }
  console.log(`${looks.length * (publicScreens.length + dashboardScreens.length)} screenshots in ${folder}`)
} finally {
  await browser.close()
  await cloud.stop()
}
