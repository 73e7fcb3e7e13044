#!/usr/bin/env node
import yargs from 'yargs'
import { ApiCallError } from '../api-client.ts'
import { UsageError } from '../command-line.ts'
import { alertStates } from '../../shared/alerts/alert-state.ts'
import { logTypes } from '../../shared/logs/log-types.ts'
import { outcomeNames } from '../../shared/trading/model/outcome-names.ts'
import * as commands from './commands.ts'
import { completionScript } from './completion.ts'
import { NotLoggedIn } from './config.ts'
import { safeJson, safeLines } from './print.ts'
import { testLogin } from './test-login.ts'

/** Exit codes for scripts. */
const exit = { good: 0, failed: 1, misused: 2, notLoggedIn: 3 } as const

let asJson = false

const run = async (command: Promise<commands.Done> | commands.Done) => {
  const { data, words, isGood = true } = await command
  console.log(asJson ? safeJson(data, 2) : safeLines(words))
  process.exitCode = isGood ? exit.good : exit.failed
}

/** Prints one line on standard error, or with `--json` the API's error body. */
const explain = (error: unknown): number => {
  if (error instanceof ApiCallError) {
    console.error(asJson ? safeJson(error.body) : safeLines(error.inWords))
    return error.status === 401 ? exit.notLoggedIn : exit.failed
  }
  console.error(safeLines(error instanceof Error ? error.message : String(error)))
  if (error instanceof NotLoggedIn) return exit.notLoggedIn
  return error instanceof UsageError ? exit.misused : exit.failed
}

const logArguments = {
  lines: { alias: 'n', type: 'number', default: 20, describe: 'How many of the newest entries to print' },
  type: {
    choices: ['ALL', ...logTypes] as const,
    default: 'ALL' as const,
    describe: 'Only entries of this type',
  },
  outcome: { choices: outcomeNames, describe: 'Only alerts with this outcome' },
  follow: { alias: 'f', type: 'boolean', default: false, describe: 'Print entries as they arrive' },
} as const

const alertArguments = {
  lines: { alias: 'n', type: 'number', default: 20, describe: 'How many of the newest alerts to print' },
  state: {
    choices: [...alertStates, 'asking'] as const,
    describe: 'Only alerts in this state. asking: alerts waiting for your answer',
  },
  market: { type: 'string', describe: 'Only alerts for this market, such as NASDAQ:AAPL' },
  strategy: { type: 'string', describe: 'Only alerts from this strategy' },
  outcome: { choices: outcomeNames, describe: 'Only alerts with this outcome' },
} as const

const proposal = {
  price: { type: 'string', describe: 'Price in TradingView’s units (default: IG’s current price)' },
  strategy: { type: 'string', describe: 'Name of the strategy whose rules apply' },
  comment: { type: 'string', describe: 'Comment for the log' },
  id: { type: 'string', describe: 'Your own ID. Proposals with the same ID count as one.' },
  mode: { choices: ['DEMO', 'LIVE'] as const, describe: 'Mode to trade in (default: your current mode)' },
  wait: {
    type: 'boolean',
    default: false,
    describe: 'Wait for your answer. Exits with 0 only if an order was placed.',
  },
} as const

const cli = yargs(process.argv.slice(2))
  .scriptName('signalpost')
  .usage('$0 <command>\n\nUse Signalpost from a terminal, with a token from the Account page.')
  .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
  .middleware(({ json }) => {
    asJson = json === true
  }, true)
  .command(
    'login',
    'Log in with a token read from standard input',
    (each) =>
      each.option('site', {
        type: 'string',
        describe: 'Site address, such as https://signals.example.com (default: the last one used)',
      }),
    ({ site }) => run(commands.login(site)),
  )
  .command('logout', 'Delete the token from this machine', {}, () => run(commands.logout()))
  .command(
    'test-login',
    'Try logging in to IG from this machine, without using Signalpost’s servers',
    (each) =>
      each.option('live', {
        type: 'boolean',
        default: false,
        describe: 'Use IG’s live site instead of its demo site',
      }),
    ({ live }) => run(testLogin(live ? 'LIVE' : 'DEMO')),
  )
  .command('status', 'Mode, trading status, account, and counts of open positions and orders', {}, () =>
    run(commands.status()),
  )
  .command('positions', 'Open positions', {}, () => run(commands.positions()))
  .command('alerts', 'Your alerts and their outcomes', alertArguments, (options) =>
    run(commands.alerts(options)),
  )
  .command('orders', 'Working orders', {}, () => run(commands.orders()))
  .command('log', 'The log', logArguments, ({ follow, ...options }) =>
    follow ? commands.followLog(options, asJson) : run(commands.log(options)),
  )
  .command(
    'journal',
    'Closed trades and their total result',
    {
      since: { type: 'string', default: '30d', describe: 'Start: 30d, 6w, 1y or a date such as 2026-11-01' },
      csv: {
        type: 'boolean',
        default: false,
        describe: 'Print CSV with the same columns as the dashboard’s download',
      },
    },
    ({ since, csv }) => run(commands.journal(since, csv)),
  )
  .command(
    'why <alert>',
    'Why an alert ended as it did, rule by rule',
    (each) =>
      each.positional('alert', { type: 'string', demandOption: true, describe: 'An alert ID or a deal ID' }),
    ({ alert }) => run(commands.why(alert)),
  )
  .command('pause', 'Pause trading, so that no alert opens anything', {}, () => run(commands.pause()))
  .command(
    'close <deal>',
    'Close a position',
    (each) => each.positional('deal', { type: 'string', demandOption: true, describe: 'Its deal ID' }),
    ({ deal }) => run(commands.close(deal)),
  )
  .command(
    'delete <deal>',
    'Delete a working order',
    (each) => each.positional('deal', { type: 'string', demandOption: true, describe: 'Its deal ID' }),
    ({ deal }) => run(commands.deleteOrder(deal)),
  )
  .command(
    'propose <action> <market>',
    'Propose a trade that waits for your approval on the dashboard',
    (each) =>
      each
        .positional('action', { choices: ['BUY', 'SELL'] as const, demandOption: true })
        .positional('market', { type: 'string', demandOption: true, describe: 'Such as NASDAQ:AAPL' })
        .options(proposal),
    ({ action, market, price, strategy, comment, id, mode, wait }) =>
      run(commands.propose({ action, market, price, strategy, comment, id, mode }, wait)),
  )
  .command('completion', 'Print a script that completes commands in bash and zsh', {}, () =>
    console.log(completionScript()),
  )
  .demandCommand(1, 'Specify a command')
  .strict()
  .version(false)
  .epilogue('Exit codes: 0 done, 1 refused or failed, 2 incorrect usage, 3 not logged in.')
  .fail((message, error) => {
    throw error ?? new UsageError(message)
  })

try {
  if (process.argv.length <= 2) console.log(await cli.getHelp())
  else await cli.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}
