import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onlyKnown, parseOptions, readCommand } from '../../command-line.ts'
import { buildAssets } from '../../deploy/build-assets.ts'
import { root } from '../../stack/lambdas.ts'
import { demoUser } from '../local/seed.ts'
import { openBrowser } from '../testing/browser.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { liveOpenings, liveScreens, type Opening, openings, undoOpening } from './openings.ts'
import { dashboardScreen, dashboardScreens, publicScreens } from './screens.ts'
import { haveManyPositions, haveTraded, liveTrader } from './trading-day.ts'
import { Visitor } from './visitor.ts'

const folder = join(root, '.screenshots')
const widths = [360, 390, 768, 1024, 1280, 1440, 1920, 2560] as const
const looks = widths.flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ name: `${theme}-${width}`, theme, width })),
)
type Look = (typeof looks)[number]

const lookNames = looks.map(({ name }) => name)
const help = `npm run screenshots [-- look …]

Saves every screen and dialog, in DEMO and LIVE, to .screenshots/. Looks (default: all, about three minutes each):
${lookNames.join(', ')}`

const asked = readCommand(help, () =>
  onlyKnown('look', parseOptions({ allowPositionals: true }).positionals, lookNames),
)

let taken = 0
/** Takes a picture in a window as tall as the page, so that sticky parts are in place and all parts are loaded. */
const shoot = async ({ page }: Visitor, name: string, { width, name: look }: Look) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(900, height) })
  // Some parts are drawn only when they come into view.
  await page.waitForTimeout(400)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
  await page.setViewportSize({ width, height: 900 })
  taken += 1
}

const shootOpened = async (visitor: Visitor, all: readonly Opening[], look: Look, prefix = '') => {
  for (const opening of all) {
    const { name, screen, narrow, open } = opening
    if (narrow && look.width >= 768) continue
    await visitor.visit(dashboardScreen(screen))
    await open(visitor).catch(async (error: unknown) => {
      await shoot(visitor, `failed-${screen}-${name}`, look)
      throw error
    })
    await shoot(visitor, `${prefix}${screen}-${name}`, look)
    await undoOpening(visitor, opening)
  }
}

const browser = await openBrowser()
if (!browser) process.exit(1)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
await buildAssets()
const cloud = await CloudUnderTest.start()
try {
  await haveTraded(cloud)
  await haveManyPositions(cloud)
  for (const look of looks.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const arrive = async () => {
      const visitor = await Visitor.arrive(browser, cloud.origin, {
        viewport: { width: look.width, height: 900 },
        reducedMotion: 'reduce',
      })
      await visitor.prefer(look.theme)
      return visitor
    }
    const trader = await arrive()
    for (const screen of publicScreens) {
      await trader.visit(screen)
      await shoot(trader, screen.name, look)
    }
    await trader.logIn(demoUser)
    for (const screen of dashboardScreens) {
      await trader.visit(screen)
      await shoot(trader, screen.name, look)
    }
    await shootOpened(trader, openings, look)
    await trader.leave()
    const live = await arrive()
    await live.logIn(liveTrader)
    for (const { screen } of liveScreens) {
      await live.visit(dashboardScreen(screen))
      await shoot(live, `live-${screen}`, look)
    }
    await shootOpened(live, liveOpenings, look, 'live-')
    await live.leave()
  }
  console.log(`${taken} screenshots in ${folder}`)
} finally {
  await browser.close()
  await cloud.stop()
}
