import { parseOptions, readCommand, wholeNumber } from '../../command-line.ts'
import { synthesizeEmpty } from '../synthesize.ts'
import { billOf, billTable, targets } from './bill.ts'
import { pricesFrom } from './prices.ts'
import { contract } from '../../../shared/contract/index.ts'
import {
  alertsOf,
  floodOf,
  keptOfAlerts,
  type Load,
  measured,
  sumOf,
  typicalAlerts,
  type Usage,
  usageOf,
  usualJournals,
} from './usage.ts'

const help = `npm run operate -- cost [options]

The monthly bill by service, from the synthesized template.

  --users NUMBER               1
  --alerts-per-month NUMBER    0
  --notifications-per-month NUMBER      of them, notified by email (default: all)
  --tabs NUMBER                browser tabs that are visible around the clock, 0
  --trades-per-month NUMBER    trades that the journals book (default: one for two alerts)
  --open-hours NUMBER          hours with a position open, summed over the accounts
                               (default: 8 hours of 21 days for each user, 0 without alerts)`

const load: Load = readCommand(help, () => {
  const { values } = parseOptions({
    options: {
      users: { type: 'string', default: '1' },
      'alerts-per-month': { type: 'string', default: '0' },
      'notifications-per-month': { type: 'string' },
      tabs: { type: 'string', default: '0' },
      'trades-per-month': { type: 'string' },
      'open-hours': { type: 'string' },
    },
  })
  const users = wholeNumber('--users', values.users, 0)
  const alertsPerMonth = wholeNumber('--alerts-per-month', values['alerts-per-month'], 0)
  const journals = usualJournals(users, alertsPerMonth)
  return {
    users,
    alertsPerMonth,
    notificationsPerMonth: wholeNumber(
      '--notifications-per-month',
      values['notifications-per-month'] ?? values['alerts-per-month'],
      0,
    ),
    tabs: wholeNumber('--tabs', values.tabs, 0),
    tradesPerMonth: wholeNumber(
      '--trades-per-month',
      values['trades-per-month'] ?? String(journals.tradesPerMonth),
      0,
    ),
    openHours: wholeNumber('--open-hours', values['open-hours'] ?? String(journals.openHours), 0),
  }
})

const { template } = synthesizeEmpty()
const noLoad: Load = { users: 0, alertsPerMonth: 0, tabs: 0 }
const billFor = (load: Partial<Load>, isFree = true) =>
  billOf(usageOf(template, { ...noLoad, ...load }), isFree)
const dollars = (usage: Usage) => billOf(usage, false).total
const line = (what: string, dollars: number, target?: number) =>
  console.log(
    `  ${what.padEnd(52)}${dollars.toFixed(2).padStart(8)}${target === undefined ? '' : `   target ${target.toFixed(2)}`}`,
  )

const { byService, total } = billFor(load)
console.log(
  `A month with ${load.users} users, ${load.alertsPerMonth} alerts, ${load.tradesPerMonth} trades in journals, ${load.openHours} hours with a position open and ${load.tabs} tabs open around the clock, in US dollars`,
)
for (const [service, dollars] of Object.entries(byService).sort(([, a], [, b]) => b - a))
  line(service, dollars)
line('all', total)
console.log(`\n${billTable(usageOf(template, { ...noLoad, ...load }))}\n`)
const idle = billFor({}).total
console.log('Of which')
line('an idle stack', idle, targets.idle)
line('each user', billFor({ users: 1 }).total - idle, targets.user)
line('a million alerts, without free tiers', dollars(alertsOf(template, 1e6)), targets.millionAlerts)
line(
  'a million notifications by email',
  billFor({ notificationsPerMonth: 1e6 }, false).total - billFor({}, false).total,
)
const typical = dollars(typicalAlerts(template, 1e6))
line('a million typical alerts (id, comment, strategy)', typical, targets.millionAlerts)
line('  plus storage for 400 days', typical + dollars(keptOfAlerts(1e6)), targets.millionKept)
line('the first tab that is open all month', billFor({ tabs: 1 }).total - idle, targets.tab)
line('each further tab', billFor({ tabs: 100 }).total - billFor({ tabs: 99 }).total)
const journalOf = (load: Partial<Load>) => billFor({ ...load, users: 1 }).total - billFor({ users: 1 }).total
line('a journal: 100 trades, a position open all month', journalOf({ tradesPerMonth: 100, openHours: 730 }))
line('  the same, open 8 hours of 21 days', journalOf({ tradesPerMonth: 100, openHours: 168 }))
const idleUsage = usageOf(template, noLoad)
line('a second stage in the same account, idle', billOf(sumOf([idleUsage, idleUsage])).total - idle)
line(
  `a day of flood at ${contract.receiveAlert.throttle.rate} calls a second`,
  dollars(floodOf(template, contract.receiveAlert.throttle.rate)),
)
console.log(
  `List prices of us-east-1, ${pricesFrom}; London is up to a fifth more. Units measured on ${measured.on}; run times and polls of empty queues assumed (infra/deploy/cost).`,
)
