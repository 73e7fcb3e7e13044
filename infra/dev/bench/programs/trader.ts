import type { InstrumentFields } from '../../../../shared/instruments/instrument.schema.ts'
import type { Credentials, TradingRules } from '../../../../shared/settings/settings.schema.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import type { Mode } from '../../../../shared/accounts/user.schema.ts'
import { createAccount } from '../../../../functions/accounts/create-account.ts'
import {
  credentialState,
  getUserSettings,
  saveSettings,
} from '../../../../functions/settings/settings-store.ts'
import { readUserSecret, writeUserSecret } from '../../../../functions/settings/user-secret-store.ts'
import { putWebhookSecrets } from '../../../../functions/settings/webhook-secret-store.ts'
import type { BrokerLogin } from '../../../../functions/trading/ports/broker.ts'
import { replaceInstruments } from '../../testing/replace-instruments.ts'

/** A market of paper IG. */
export type BenchMarket = {
  readonly market: string
  readonly epic: string
  /** The price in TradingView's units. */
  readonly price: number
  readonly multiplier: number
}

export type Trader = { readonly name: string; readonly secret: string; readonly account: BrokerLogin }

const instrumentOf = (
  { market, epic, multiplier }: BenchMarket,
  maxPositionSize: string,
): InstrumentFields => ({
  marketAndSymbol: market,
  igEpic: epic,
  yahooSymbol: '',
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 14,
  atrProfitMultiplePercentage: '400',
  maxPositionSize,
  openingPriceMultiplePercentage: '100.5',
  tradingViewPriceMultiplier: String(multiplier),
  nextDividendDate: null,
})

/** Trading rules with limits so wide that most alerts trade. */
export const wideRules: TradingRules = {
  ...defaultTradingRules,
  instrumentTradeCooldownPeriodInHours: 0,
  maximumOpenPositions: 100,
  maximumOpenPositionsAndPendingOrders: 100,
  maximumAlertAgeInSeconds: 86_400,
}

type TraderOptions = {
  readonly rules?: TradingRules
  readonly mode?: Mode
  /** The maximum value of a position in the account's currency. */
  readonly maxPositionSize?: string
}

/** Creates a user with an account at paper IG. It uses the stores directly and hashes no password. */
export const makeTrader = async (
  name: string,
  markets: readonly BenchMarket[],
  now: number,
  { rules = wideRules, mode = 'DEMO', maxPositionSize = '5000' }: TraderOptions = {},
): Promise<Trader> => {
  const email = `${name}@bench.test`
  const { id } = await createAccount({ firstName: 'Bench', lastName: name, email, passwordHash: 'none' }, now)
  const [before, settings] = await Promise.all([readUserSecret(id), getUserSettings(id)])
  if (!before || !settings) throw new Error(`${name} was not made`)
  const accountId = `PAPER-${name.toUpperCase()}-SB`
  const after: Credentials = {
    ...before,
    demoApiKey: `paper-key-${name}`,
    demoUsername: `paper-${name}`,
    demoPassword: 'paper',
    demoAccountId: accountId,
    liveApiKey: `paper-key-live-${name}`,
    liveUsername: `paper-${name}`,
    livePassword: 'paper',
    liveAccountId: accountId,
  }
  await writeUserSecret(id, after)
  const credentials = {
    DEMO: credentialState(before, after, 'DEMO', settings.credentials.DEMO),
    LIVE: credentialState(before, after, 'LIVE', settings.credentials.LIVE),
  }
  const secret = mode === 'DEMO' ? after.demoWebhookSecret : after.liveWebhookSecret
  const { version } = credentials[mode]
  await putWebhookSecrets(id, after, credentials)
  await saveSettings({ ...settings, version: settings.version + 1, mode, rules, credentials })
  await replaceInstruments(
    id,
    markets.map((market) => instrumentOf(market, maxPositionSize)),
  )
  return { name, secret, account: { userId: id, mode, accountId, credentialsVersion: version } }
}
