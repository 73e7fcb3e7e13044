import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import type { Market, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { type Bookings, noBookings, type Watch } from '../../../shared/trading/model/watch.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import type { KeptDecision } from '../../../shared/journal/what-if/kept-decision.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { accountStateOf, type Lists, listsOf } from '../../../functions/broker/account-state.ts'
import { emptyLedger } from '../../../functions/trading/ledger/ledger.ts'
import { stateAfter } from '../../../functions/trading/record/alert-state.ts'
import type { AccountKey, AlertOutcome, AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { Ledger } from '../../../functions/trading/ports/ledger.ts'
import type { BrokerLogin } from '../../../functions/trading/ports/broker.ts'
import type {
  CandleSource,
  EngineLogEntry,
  RefusedAlerts,
  Store,
} from '../../../functions/trading/ports/store.ts'
import type { Process } from './process.ts'

/** A user with settings that the simulated world can change. */
export type SimUser = {
  readonly userId: string
  readonly secrets: Record<Mode, string>
  settings: Omit<TradingSettings, 'accountId' | 'credentialsVersion' | 'missingCredentials'>
  credentials: Record<Mode, { accountId: string; version: number }>
  deleted: boolean
}

/** All stored data and its history. The checker uses it together with the broker's true deals. */
export class SimTables {
  readonly users = new Map<string, SimUser>()
  instruments: readonly InstrumentFields[]
  /** Instruments as they were before they were mapped to a different epic. */
  readonly mappedBefore: InstrumentFields[] = []
  readonly alerts = new Map<string, AlertRecord>()
  readonly open = new Set<string>()
  /** Earlier alerts whose ID was used again after thirty days. */
  readonly forgotten: AlertRecord[] = []
  readonly windows = new Map<string, { alertId: string; at: number }>()
  readonly accounts = new Map<string, Ledger>()
  /** The data of the last decision on each alert. */
  readonly decisions = new Map<string, KeptDecision>()
  /** The claims of each alert. Their times are those of the claiming process's clock. */
  readonly claimsOf = new Map<string, Map<string, { at: number; kind: string }>>()
  readonly watches = new Map<string, Watch>()
  readonly watched: { readonly userId: string; readonly at: number }[] = []
  bookingsOf: (account: AccountKey) => Bookings = () => noBookings
  /** The broker's lists as they were last read, each with the time of its reading. */
  readonly lists = new Map<string, Lists>()
  readonly markets = new Map<string, Market>()
  readonly dailyAtr = new Map<string, Record<number, Decimal | null>>()
  readonly refused = new Map<string, RefusedAlerts>()
  readonly logs = new Map<string, EngineLogEntry>()
  /** Every outcome that a run tried to record, in order. `held` is true if the outcome was recorded. */
  readonly recorded: { alertId: string; outcome: AlertOutcome; at: number; held: boolean }[] = []
  readonly counts = new Map<string, number>()
  readonly tries = new Map<string, number>()
  brakes = 0

  constructor(instruments: readonly InstrumentFields[]) {
    this.instruments = instruments
  }

  /** Maps a market to a different epic, as the user would. */
  map(market: string, igEpic: string, tradingViewPriceMultiplier = '1') {
    this.mappedBefore.push(...this.instruments.filter((each) => each.marketAndSymbol === market))
    this.instruments = this.instruments.map((each) =>
      each.marketAndSymbol === market ? { ...each, igEpic, tradingViewPriceMultiplier } : each,
    )
  }

  /** Saves lists if they are newer than the stored ones. */
  saveLists(account: AccountKey, lists: Lists) {
    const known = this.lists.get(key(account)) ?? {}
    const isNewer = (list: keyof Lists) =>
      !lists[list] || !known[list] || known[list].readAt < lists[list].readAt
    if (isNewer('positions') && isNewer('orders')) this.lists.set(key(account), { ...known, ...lists })
  }

  listsOf(account: AccountKey): Lists {
    return this.lists.get(key(account)) ?? {}
  }

  settingsOf(userId: string, mode: Mode): TradingSettings | null {
    const user = this.users.get(userId)
    if (!user || user.deleted) return null
    const { accountId, version } = user.credentials[mode]
    return { ...user.settings, accountId, credentialsVersion: version, missingCredentials: [] }
  }
}

/** The key of a decision. It contains the time, because an alert's ID may be used again after thirty days. */
export const decisionKey = (alertId: string, acceptedAt: number) => `${acceptedAt}#${alertId}`

/** Milliseconds for which an alert's ID is remembered. */
const identityKept = 30 * 24 * 3_600_000

const key = ({ userId, mode }: AccountKey) => `${userId}#${mode}`
const marketKey = ({ mode, accountId }: BrokerLogin, epic: string) => [mode, accountId, epic].join('#')
const atrKey = (mode: Mode, { igEpic, yahooSymbol, tradingViewPriceMultiplier }: CandleSource, day: string) =>
  [mode, igEpic, yahooSymbol, tradingViewPriceMultiplier, day].join('#')

const openBefore = (tables: SimTables, before: number, limit: number) =>
  [...tables.open]
    .map((alertId) => tables.alerts.get(alertId) as AlertRecord)
    .filter(({ acceptedAt }) => acceptedAt < before)
    .sort((a, b) => a.acceptedAt - b.acceptedAt)
    .slice(-limit)
    .map(({ alertId, userId, captured }) => ({ alertId, userId, mode: captured.mode }))

/** The store port of one process. It uses the tables, and its calls fail if the process has a fault. */
export const simStore = (tables: SimTables, process: Pick<Process, 'call'>, now: () => number): Store => ({
  // In the simulation, secrets are never rotated.
  findSecret: (candidates) =>
    process.call(() => {
      for (const secret of candidates)
        for (const { userId, deleted, secrets } of tables.users.values())
          for (const mode of ['DEMO', 'LIVE'] as const)
            if (!deleted && secrets[mode] === secret) return { secret, userId, mode }
      return null
    }),
  admit: (secret, at) =>
    process.call(() => {
      for (const user of tables.users.values()) {
        for (const mode of ['DEMO', 'LIVE'] as const) {
          if (user.deleted || user.secrets[mode] !== secret) continue
          const minute = `${user.userId}#${Math.floor(at / 60_000)}`
          const count = (tables.counts.get(minute) ?? 0) + 1
          tables.counts.set(minute, count)
          const { accountId, version } = user.credentials[mode]
          return {
            userId: user.userId,
            captured: { mode, accountId, credentialsVersion: version },
            alertsThisMinute: count,
          }
        }
      }
      return null
    }),
  openWindow: (identity, alertId, at, milliseconds) =>
    process.call(() => {
      const open = tables.windows.get(identity)
      if (open && at - open.at < milliseconds) return open.alertId
      tables.windows.set(identity, { alertId, at })
      return alertId
    }),
  putAlert: (record) => {
    const put = () => {
      const before = tables.alerts.get(record.alertId)
      const isForgotten =
        before && record.acceptedAt - before.acceptedAt > identityKept && !tables.open.has(record.alertId)
      if (before && !isForgotten) return false
      if (before) tables.forgotten.push(before)
      tables.alerts.set(record.alertId, { ...record, state: 'open' })
      tables.open.add(record.alertId)
      return true
    }
    return process.call(put, put)
  },
  getAlert: (alertId) => process.call(() => tables.alerts.get(alertId) ?? null),
  getAlertContext: (message, behind = []) =>
    process.call(() => ({
      alert: tables.alerts.get(message.alertId) ?? null,
      behind: behind.flatMap(({ alertId }) => tables.alerts.get(alertId) ?? []),
      settings: tables.settingsOf(message.userId, message.mode),
      ledger: tables.accounts.get(key(message)) ?? emptyLedger,
      accountState: accountStateOf(tables.lists.get(key(message)) ?? {}),
      findInstrument: (name: string) =>
        process.call(
          () =>
            tables.instruments.find(
              ({ marketAndSymbol }) => marketAndSymbol.toLowerCase() === name.toLowerCase(),
            ) ?? null,
        ),
      listInstrumentNames: () =>
        process.call(() => tables.instruments.map(({ marketAndSymbol }) => marketAndSymbol)),
      listUndecided: () =>
        process.call(() =>
          [...tables.open].flatMap((alertId) => {
            const record = tables.alerts.get(alertId)
            const isOwn = record && key({ ...record, mode: record.captured.mode }) === key(message)
            return isOwn && !record.outcome ? [{ alertId, market: record.alert.market }] : []
          }),
        ),
    })),
  getSettings: (userId, mode) => process.call(() => tables.settingsOf(userId, mode)),
  getLedger: (account) => process.call(() => tables.accounts.get(key(account)) ?? emptyLedger),
  saveLedger: (account, next) => {
    const save = () => {
      if ((tables.accounts.get(key(account)) ?? emptyLedger).version !== next.version - 1) return false
      tables.accounts.set(key(account), next)
      // The key also contains intent and trace, because a stopped clock gives several claims the same time.
      for (const { alertId, claimedAt, intent, trace } of next.claims)
        tables.claimsOf.set(
          alertId,
          (tables.claimsOf.get(alertId) ?? new Map()).set(
            `${claimedAt} ${intent.kind} ${JSON.stringify(trace)}`,
            { at: claimedAt, kind: intent.kind },
          ),
        )
      return true
    }
    return process.call(save, save)
  },
  // This runs in parallel with everything else, and takes no simulated time.
  keepDecisions: (_account, decisions) => {
    // Stored as JSON, as in the real table.
    for (const decision of JSON.parse(JSON.stringify(decisions)) as KeptDecision[])
      tables.decisions.set(decisionKey(decision.alertId, decision.snapshot.acceptedAt), decision)
    return Promise.resolve()
  },
  saveOutcome: ({ alertId }, outcome) =>
    process.call(() => {
      const record = tables.alerts.get(alertId)
      const held = record?.outcome ?? outcome
      tables.recorded.push({ alertId, outcome, at: now(), held: record?.outcome == null })
      if (record && !record.outcome)
        tables.alerts.set(alertId, { ...record, outcome, state: stateAfter(outcome) })
      return held
    }),
  saveState: ({ alertId, outcome }, state, waitsFor) =>
    process.call(() => {
      const record = tables.alerts.get(alertId)
      if (record && (record.outcome === null) === (outcome === null))
        tables.alerts.set(alertId, { ...record, state, waitsFor })
    }),
  log: async (entries) => {
    for (const entry of entries)
      await process.call(() => {
        if (!tables.logs.has(entry.key)) tables.logs.set(entry.key, entry)
      })
  },
  markComplete: (alertId) => process.call(() => void tables.open.delete(alertId)),
  noteWait: (alertId) =>
    process.call(() => {
      const record = tables.alerts.get(alertId)
      if (record) tables.alerts.set(alertId, { ...record, waits: record.waits + 1 })
    }),
  noteTry: (alertId, change = 1) =>
    process.call(() => {
      const tries = (tables.tries.get(alertId) ?? 0) + change
      tables.tries.set(alertId, tries)
      return tries - (tables.alerts.get(alertId)?.waits ?? 0)
    }),
  listOpenLanes: (before, limit) => process.call(() => [openBefore(tables, before, limit)]),
  countRefused: (account, minute) =>
    process.call(() => {
      const name = `${key(account)}#${minute}`
      const count = (tables.refused.get(name)?.count ?? 0) + 1
      tables.refused.set(name, { ...account, minute, count })
    }),
  listRefused: (beforeMinute) =>
    process.call(() => [...tables.refused.values()].filter(({ minute }) => minute < beforeMinute)),
  dropRefused: (refused) =>
    process.call(() => {
      tables.refused.delete(`${key(refused)}#${refused.minute}`)
    }),
  applyBrake: (userId, reason, at) =>
    process.call(() => {
      tables.brakes += 1
      const user = tables.users.get(userId)
      if (user)
        user.settings = {
          ...user.settings,
          tradingPause: { by: 'BRAKE', at: new Date(at).toISOString(), reason },
        }
    }),
  getWatch: (account) =>
    process.call(() => ({
      watch: tables.watches.get(key(account)) ?? null,
      bookings: tables.bookingsOf(account),
    })),
  saveWatch: (account, next) => {
    const save = () => {
      if ((tables.watches.get(key(account))?.version ?? 0) !== next.version - 1) return false
      tables.watches.set(key(account), next)
      tables.watched.push({ userId: account.userId, at: now() })
      return true
    }
    return process.call(save, save)
  },
  saveAccountState: (account, state) => process.call(() => tables.saveLists(account, listsOf(state))),
  getMarket: (login, epic, quotedSince) =>
    process.call(() => {
      const market = tables.markets.get(marketKey(login, epic))
      return market && market.quotedAt > quotedSince ? market : null
    }),
  saveMarket: (login, market) =>
    process.call(() => {
      tables.markets.set(marketKey(login, market.epic), market)
    }),
  getDailyAtr: ({ mode }, of, day) => process.call(() => tables.dailyAtr.get(atrKey(mode, of, day)) ?? null),
  saveDailyAtr: ({ mode }, of, day, atr) =>
    process.call(() => {
      tables.dailyAtr.set(atrKey(mode, of, day), atr)
    }),
})
