import { claimOf, emptyLedger } from '../../../functions/trading/ledger/ledger.ts'
import { limits } from '../../../functions/trading/ports/limits.ts'
import type {
  CapturedSettings,
  OrderToPlace,
  TradingSettings,
} from '../../../shared/trading/model/snapshot.ts'
import type { StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { AllPorts } from '../../../functions/trading/ports/ports.ts'
import { type Broker, BrokerError, type SendResult } from '../../../functions/trading/ports/broker.ts'
import type { OwnedDeal } from '../../../functions/trading/ports/ledger.ts'
import type { Store } from '../../../functions/trading/ports/store.ts'
import { epicOf } from './broker.ts'
import type { Mutant, World } from './world.ts'

/**
 * The mutants in this file are faulty variants of the protocol. Each wraps the ports, so the engine itself is
 * unchanged. The simulation must catch every mutant.
 */

const withStore = (ports: AllPorts, change: (store: Store) => Partial<Store>): AllPorts => ({
  ...ports,
  store: { ...ports.store, ...change(ports.store) },
})
const withBroker = (ports: AllPorts, change: (broker: Broker) => Partial<Broker>): AllPorts => ({
  ...ports,
  broker: { ...ports.broker, ...change(ports.broker) },
})
const keyOf = ({ userId, mode }: { userId: string; mode: string }) => `${userId}#${mode}`

const sendsAgain =
  (reference: (first: string) => string): Mutant =>
  (ports) =>
    withBroker(ports, (broker) => ({
      place: async (login, order, dealReference, { notAfter }) => {
        const sent = await broker.place(login, order, dealReference, { notAfter })
        return sent.kind === 'unknown'
          ? broker.place(login, order, reference(dealReference), { notAfter: Infinity })
          : sent
      },
    }))

const withLimit =
  (name: keyof typeof limits, value: number): Mutant =>
  (ports) => {
    Object.assign(limits, { [name]: value })
    return ports
  }

const withOrder =
  (change: (order: OrderToPlace) => OrderToPlace): Mutant =>
  (ports) =>
    withBroker(ports, (broker) => ({
      place: (login, order, ...rest) => broker.place(login, change(order), ...rest),
    }))

const withSettings =
  (change: (settings: TradingSettings) => TradingSettings): Mutant =>
  (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        return { ...context, settings: context.settings && change(context.settings) }
      },
      getSettings: async (userId, mode) => {
        const settings = await store.getSettings(userId, mode)
        return settings && change(settings)
      },
    }))

/** Changes the current settings when they are compared with those that were captured with the alert. */
const asCaptured =
  (change: (settings: TradingSettings, captured: CapturedSettings) => TradingSettings): Mutant =>
  (ports) => {
    let captured: CapturedSettings | undefined
    return withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        captured = context.alert?.captured
        return captured && context.settings
          ? { ...context, settings: change(context.settings, captured) }
          : context
      },
      getSettings: async (userId, mode) => {
        const settings = await store.getSettings(userId, mode)
        return captured && settings ? change(settings, captured) : settings
      },
    }))
  }

const withStrategies = (change: (rules: StrategyRules) => StrategyRules): Mutant =>
  withSettings((settings) => ({
    ...settings,
    strategies: Object.fromEntries(
      Object.entries(settings.strategies).map(([tag, rules]) => [tag, change(rules)]),
    ),
  }))

const withAlert =
  (change: (alert: AlertRecord['alert']) => AlertRecord['alert']): Mutant =>
  (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        const { alert } = context
        return alert ? { ...context, alert: { ...alert, alert: change(alert.alert) } } : context
      },
    }))

const withoutChange = ({ change: _, ...alert }: AlertRecord['alert']) => alert

const withOwned =
  (change: (owned: readonly OwnedDeal[], strategy: string) => readonly OwnedDeal[]): Mutant =>
  (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        const { alert, ledger } = context
        const owned = change(ledger.owned ?? [], alert?.alert.strategy ?? '')
        return { ...context, ledger: { ...ledger, owned } }
      },
    }))

const closedVerdict = {
  kind: 'accepted',
  dealId: 'NONE',
  level: null,
  size: null,
  effect: 'closed',
  affectedDealIds: [],
} as const
const asClosed = (sent: SendResult): SendResult =>
  sent.kind === 'refused' && sent.mayPassLater ? { kind: 'received', dealReference: 'NONE' } : sent

export const mutants: Record<string, Mutant> = {
  'sends again under a new reference': sendsAgain((first) => `${first}2`),
  'sends again under the same reference': sendsAgain((first) => first),
  'saves the account whatever its version': (ports, { tables }) =>
    withStore(ports, (store) => ({
      saveLedger: (account, next) => {
        const version = (tables.accounts.get(keyOf(account)) ?? emptyLedger).version
        return store.saveLedger(account, { ...next, version: version + 1 })
      },
    })),
  'takes mode and account from the current settings': (ports, { tables }) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        const user = tables.users.get(message.userId)
        if (!context.alert || !user) return context
        const { mode } = user.settings
        const { accountId, version } = user.credentials[mode]
        const captured = { mode, accountId, credentialsVersion: version }
        return {
          ...context,
          alert: { ...context.alert, captured },
          settings: tables.settingsOf(message.userId, mode),
        }
      },
    })),
  'quarantine of 2 seconds': withLimit('quarantine', 2_000),
  'no age limit': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        return context.settings
          ? { ...context, settings: { ...context.settings, enforceMaximumAlertAgeInSeconds: false } }
          : context
      },
    })),
  'takes unknown for rejected': (ports) =>
    withBroker(ports, (broker) => ({
      place: async (...call) => {
        const sent = await broker.place(...call)
        return sent.kind === 'unknown' ? { kind: 'refused', code: 'unknown', message: sent.message } : sent
      },
    })),
  'no fence of time': (ports) => {
    Object.assign(limits, { claimToOrder: 3_600_000 })
    return ports
  },
  'no fence of settings': (ports) => {
    const first = new Map<string, Awaited<ReturnType<Store['getSettings']>>>()
    return withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        first.set(keyOf(message), context.settings)
        return context
      },
      getSettings: async (userId, mode) => {
        // Returns old settings, but takes as long as a real reading.
        await store.getSettings(userId, mode)
        return first.get(keyOf({ userId, mode })) ?? null
      },
    }))
  },
  'reads the account from a lagging copy': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        return { ...context, ledger: { ...context.ledger, claims: [], decided: [], placed: [] } }
      },
    })),
  'forgets what was just placed': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        return { ...context, ledger: { ...context.ledger, placed: [] } }
      },
    })),
  'keeps the claim of a rejected order': (ports) =>
    withStore(ports, (store) => ({
      saveLedger: async (account, next) => {
        const before = await store.getLedger(account)
        const kept = before.claims.filter(
          ({ alertId }) =>
            !next.claims.some((claim) => claim.alertId === alertId) &&
            !next.placed.some((deal) => deal.alertId === alertId),
        )
        return store.saveLedger(account, { ...next, claims: [...next.claims, ...kept] })
      },
    })),
  'drops the claim of an unknown order': (ports, { tables }) =>
    withBroker(ports, (broker) => ({
      place: async (login, ...order) => {
        const sent = await broker.place(login, ...order)
        const record = tables.accounts.get(keyOf(login))
        if (sent.kind === 'unknown' && record) tables.accounts.set(keyOf(login), { ...record, claims: [] })
        return sent
      },
    })),
  'takes each resend for a new alert': (ports, { tables }) =>
    withStore(ports, (store) => ({
      putAlert: async (record) => {
        await store.putAlert(record)
        tables.alerts.set(record.alertId, { ...record, outcome: null })
        return true
      },
    })),
  'takes unreadable lists for an empty account': (ports) =>
    withBroker(ports, (broker) => ({
      readAccount: (login) =>
        broker.readAccount(login).catch((error: unknown) => {
          if (!(error instanceof BrokerError)) throw error
          return {
            accountId: login.accountId,
            positions: [],
            workingOrders: [],
            inFlightOrders: [],
            readAt: ports.clock.now(),
          }
        }),
      readActivity: (login, from) => broker.readActivity(login, from).catch(() => []),
    })),
  'lets a later outcome replace an earlier one': (ports, { tables }) =>
    withStore(ports, (store) => ({
      saveOutcome: async (alert, outcome) => {
        const record = tables.alerts.get(alert.alertId)
        if (record) tables.alerts.set(alert.alertId, { ...record, outcome: null })
        return store.saveOutcome(alert, outcome)
      },
    })),
  'answers before the alert is safe': (ports, { tables }) =>
    withStore(ports, () => ({
      putAlert: async (record) => {
        void ports.clock.sleep(2_000).then(() => {
          if (tables.alerts.has(record.alertId)) return
          tables.alerts.set(record.alertId, record)
          tables.open.add(record.alertId)
        })
        return true
      },
    })),
  // The mutant returns empty lists, because the user's other account usually has no deals.
  'takes the lists of one account for another': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        const accountId = context.alert?.captured.accountId ?? ''
        const readAt = ports.clock.now()
        const accountState = { accountId, positions: [], workingOrders: [], inFlightOrders: [], readAt }
        return { ...context, accountState }
      },
    })),
  'keeps the positions read before although an order has left the list since': (ports) =>
    withBroker(ports, (broker) => ({
      readAccount: async (login, known) => {
        const read = await broker.readAccount(login, known)
        if (known?.positionsReadAt === undefined || known.ordersReadAt !== undefined) return read
        return {
          ...read,
          positions: known.positions,
          readAt: known.readAt,
          positionsReadAt: known.positionsReadAt,
          ordersReadAt: read.readAt,
        }
      },
    })),
  'acts on another account of the user': (ports, { chance }: World) =>
    withBroker(ports, (broker) => ({
      place: (login, ...order) =>
        broker.place(chance.happens(0.1) ? { ...login, accountId: `${login.accountId}y` } : login, ...order),
    })),
  'takes a missing confirm for a rejection': (ports) =>
    withBroker(ports, (broker) => ({
      confirm: async (login, reference) =>
        (await broker.confirm(login, reference)) ?? {
          kind: 'rejected',
          reason: 'MISSING',
          message: 'missing',
        },
    })),
  'marks no decision before it records one': (ports, { tables }) =>
    withStore(ports, (store) => ({
      saveLedger: async (account, next) => {
        const before = tables.accounts.get(keyOf(account)) ?? emptyLedger
        const onlyMarks = next.decided.length > 0 && next.claims.length === before.claims.length
        return onlyMarks ? true : store.saveLedger(account, { ...next, version: before.version + 1 })
      },
    })),

  // --- Orders ---
  'sends the opposite direction': withOrder((order) => ({
    ...order,
    direction: order.direction === 'BUY' ? 'SELL' : 'BUY',
  })),
  'sends ten times the size': withOrder((order) => ({
    ...order,
    size: (Number(order.size) * 10).toFixed(2),
  })),
  'sends a hundredth more than the notional allows': withOrder((order) => ({
    ...order,
    size: (Number(order.size) + 0.01).toFixed(2),
  })),
  'leaves the contract size and the rate of exchange out of the size': (ports) =>
    withBroker(ports, (broker) => ({
      readMarket: async (login, epic) => ({
        ...(await broker.readMarket(login, epic)),
        worth: { kind: 'known', unitValue: '1', exchangeRate: '1', accountCurrency: 'GBP' },
      }),
    })),
  'sends always to one market': withOrder((order) => ({ ...order, epic: epicOf(0) })),
  'sends an order good for a day longer': withOrder((order) => ({
    ...order,
    goodTill: order.goodTill && order.goodTill + 24 * 3_600_000,
  })),
  'sends at the market what was to wait for its level': withOrder((order) => ({
    ...order,
    type: 'MARKET',
    level: null,
    goodTill: null,
  })),
  'sends the worse level': withOrder((order) => ({
    ...order,
    level: order.level && (Number(order.level) * (order.direction === 'BUY' ? 1.01 : 0.99)).toFixed(3),
  })),
  'sends twice the stop': withOrder((order) => ({
    ...order,
    stopDistance: String(Number(order.stopDistance) * 2),
  })),
  'sends the stop as the limit': withOrder((order) => ({ ...order, limitDistance: order.stopDistance })),
  'sends another currency': withOrder((order) => ({ ...order, currencyCode: 'JPY' })),
  'sends another expiry': withOrder((order) => ({ ...order, expiry: 'DEC-26' })),
  'gives two orders one reference': (ports) =>
    withBroker(ports, (broker) => ({
      place: (login, order, _reference, { notAfter }) =>
        broker.place(login, order, `SP-${login.accountId.slice(0, 20)}`, { notAfter }),
    })),
  'finds a deal by the alert’s name alone': (ports) => {
    const short = (reference: string) => reference.slice(0, 23)
    return withBroker(ports, (broker) => ({
      place: (login, order, reference, { notAfter }) =>
        broker.place(login, order, short(reference), { notAfter }),
      confirm: (login, reference) => broker.confirm(login, short(reference)),
    }))
  },

  // --- The fence ---
  'compares the mode nowhere': asCaptured((settings, captured) => ({ ...settings, mode: captured.mode })),
  'compares account and credentials nowhere': asCaptured((settings, captured) => ({
    ...settings,
    accountId: captured.accountId,
    credentialsVersion: captured.credentialsVersion,
  })),
  'trades while paused': withSettings((settings) => ({ ...settings, tradingPause: null })),

  // --- The rules ---
  'knows no cooldown': withSettings((settings) => ({ ...settings, instrumentTradeCooldownPeriodInHours: 0 })),
  'allows duplicates': withSettings((settings) => ({
    ...settings,
    preventDuplicatePositionsForInstrument: false,
  })),
  'allows hedging': withSettings((settings) => ({ ...settings, allowHedging: true })),
  'counts no open positions': withSettings((settings) => ({
    ...settings,
    enforceMaximumOpenPositions: false,
  })),
  'counts no positions and orders': withSettings((settings) => ({
    ...settings,
    enforceMaximumOpenPositionsAndPendingOrders: false,
  })),
  'knows no safety brake': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        // Every order gets an old time, because the safety brake ignores old times.
        const ledger = {
          ...context.ledger,
          placed: context.ledger.placed.map((deal) => ({ ...deal, at: 0 })),
          decided: context.ledger.decided.map(({ orderAt: _, ...mark }) => mark),
        }
        return { ...context, ledger }
      },
    })),
  'takes an alert for as young as its acceptance': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        const { alert } = context
        if (!alert) return context
        const now = ports.clock.now()
        return { ...context, alert: { ...alert, acceptedAt: now, alert: { ...alert.alert, firedAt: now } } }
      },
    })),

  // --- Closing ---
  'closes only the first position': (ports) => {
    const closed = new Set<string>()
    return withBroker(ports, (broker) => ({
      closePosition: async (login, position) => {
        const name = `${login.accountId} ${position.epic}`
        if (closed.has(name)) return { kind: 'received', dealReference: 'NONE' }
        closed.add(name)
        return broker.closePosition(login, position)
      },
      confirm: async (login, reference) =>
        reference === 'NONE' ? closedVerdict : broker.confirm(login, reference),
    }))
  },
  'leaves working orders when it closes': (ports) =>
    withBroker(ports, (broker) => ({
      deleteOrder: async () => ({ kind: 'received', dealReference: 'NONE' }),
      confirm: async (login, reference) =>
        reference === 'NONE' ? closedVerdict : broker.confirm(login, reference),
    })),
  'closes again what is unknown': (ports) =>
    withBroker(ports, (broker) => ({
      closePosition: async (login, position) => {
        const sent = await broker.closePosition(login, position)
        return sent.kind === 'unknown' ? broker.closePosition(login, position) : sent
      },
      deleteOrder: async (login, dealId) => {
        const sent = await broker.deleteOrder(login, dealId)
        return sent.kind === 'unknown' ? broker.deleteOrder(login, dealId) : sent
      },
    })),
  'takes a part that was closed for the whole': (ports) =>
    withBroker(ports, (broker) => ({
      confirm: async (login, reference) => {
        const verdict = await broker.confirm(login, reference)
        return verdict?.kind === 'accepted' && verdict.effect === 'partly closed'
          ? { ...verdict, effect: 'closed' }
          : verdict
      },
    })),
  'takes a deal that cannot be touched yet for a closed one': (ports) =>
    withBroker(ports, (broker) => ({
      closePosition: async (login, position) => asClosed(await broker.closePosition(login, position)),
      deleteOrder: async (login, dealId) => asClosed(await broker.deleteOrder(login, dealId)),
      confirm: async (login, reference) =>
        reference === 'NONE' ? closedVerdict : broker.confirm(login, reference),
    })),
  'takes the opening’s confirm for the delete’s': (ports) =>
    withBroker(ports, (broker) => ({
      confirm: async (login, reference) => {
        const verdict = await broker.confirm(login, reference)
        return verdict?.kind === 'accepted' && verdict.effect === 'deleted'
          ? { ...verdict, dealId: `${verdict.dealId}X` }
          : verdict?.kind === 'accepted' && verdict.effect === 'opened'
            ? { ...verdict, dealId: `${verdict.dealId}X` }
            : verdict
      },
    })),

  // --- Strategies ---
  'opens in the opposite direction before the close is proved': (ports) =>
    withBroker(ports, (broker) => ({
      closePosition: async (login, position) => {
        const sent = await broker.closePosition(login, position)
        return sent.kind === 'unknown' ? { kind: 'received', dealReference: 'NONE' } : sent
      },
      confirm: async (login, reference) =>
        reference === 'NONE' ? closedVerdict : broker.confirm(login, reference),
    })),
  'closes the whole where a part was asked for': (ports) =>
    withBroker(ports, (broker) => ({
      closePosition: async (login, position) => {
        const { rows } = await broker.readPositions(login)
        const { size } = rows.find(({ dealId }) => dealId === position.dealId) ?? position
        return broker.closePosition(login, { ...position, size })
      },
    })),
  'closes a part again whose answer was lost': (ports) =>
    withBroker(ports, (broker) => ({
      closePosition: async (login, position) => {
        const sent = await broker.closePosition(login, position)
        return sent.kind === 'unknown' ? broker.closePosition(login, position) : sent
      },
    })),
  'takes every position for the alert’s own strategy’s': withOwned((owned, strategy) =>
    owned.map((deal) => ({ ...deal, strategy })),
  ),
  'forgets whose positions they are': withOwned(() => []),
  'moves a stop and loses the limit': (ports) =>
    withBroker(ports, (broker) => ({
      moveStop: (login, change) => broker.moveStop(login, { ...change, limitLevel: null }),
    })),
  'takes a stop for moved that was only sent': (ports) => {
    const sent = new Map<string, string>()
    return withBroker(ports, (broker) => ({
      moveStop: (login, change) => {
        sent.set(change.dealId, change.stopLevel)
        return broker.moveStop(login, change)
      },
      readPositions: async (login) => {
        const { rows } = await broker.readPositions(login)
        return {
          rows: rows.map((row) => ({ ...row, stopLevel: sent.get(row.dealId) ?? row.stopLevel ?? null })),
        }
      },
    }))
  },
  'leaves both sides where the strategy left one': withAlert((alert) =>
    alert.change?.kind === 'close' ? withoutChange(alert) : alert,
  ),
  'forgets that a reversal has closed': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        return { ...context, ledger: { ...context.ledger, closedLegs: [] } }
      },
    })),
  'does not report what a reversal closed first': (ports) =>
    withStore(ports, (store) => ({
      log: (entries) => store.log(entries.filter(({ key }) => !key.includes('-closed-'))),
    })),
  'counts no positions of a strategy': withStrategies((rules) => ({ ...rules, maximumPositions: null })),
  'sizes all strategies alike': withStrategies((rules) => ({ ...rules, sizePercent: 100 })),

  // --- Bursts ---
  'takes what the history does not show for rejected': (ports) => {
    const sent: { readonly dealReference: string; readonly epic: string }[] = []
    return withBroker(ports, (broker) => ({
      place: (login, order, dealReference, { notAfter }) => {
        sent.push({ dealReference, epic: order.epic })
        return broker.place(login, order, dealReference, { notAfter })
      },
      readActivity: async (login, from) => {
        const shown = await broker.readActivity(login, from)
        const missing = sent.filter(
          ({ dealReference }) => !shown.some((entry) => entry.dealReference === dealReference),
        )
        const rejected = missing.map(({ dealReference, epic }) => ({
          date: ports.clock.now(),
          epic,
          dealId: '',
          dealReference,
          type: 'POSITION',
          status: 'REJECTED' as const,
          description: 'not there',
          actions: [],
        }))
        return [...shown, ...rejected]
      },
    }))
  },
  'uses a quote that was read ahead however old it is': (ports) =>
    withStore(ports, (store) => ({
      getMarket: async (login, epic) => {
        const market = await store.getMarket(login, epic, 0)
        return market && { ...market, quotedAt: ports.clock.now() }
      },
    })),
  'loses a claim of several that are written together': (ports) =>
    withStore(ports, (store) => ({
      saveLedger: async (account, next) => {
        const before = await store.getLedger(account)
        const added = next.claims.filter(({ alertId }) => !claimOf(before, alertId))
        const lost = added.length > 1 ? added.at(-1) : undefined
        return store.saveLedger(account, { ...next, claims: next.claims.filter((claim) => claim !== lost) })
      },
    })),
  'decides a burst from its end': (ports) =>
    withStore(ports, (store) => ({
      getAlertContext: async (message, behind) => {
        const context = await store.getAlertContext(message, behind)
        return { ...context, behind: context.behind.toReversed() }
      },
    })),
  'sends equal orders at once': withLimit('equalOrders', 0),
  'counts an alert that waits for room as tried': (ports) =>
    withStore(ports, () => ({ noteWait: async () => {} })),

  // --- Logs and notifications ---
  'logs every outcome as placed': (ports) =>
    withStore(ports, (store) => ({
      log: (entries) =>
        store.log(
          entries.map((entry) => ({
            ...entry,
            type: 'TRADE',
            ...(entry.extra?.kind === 'outcome' ? { extra: { ...entry.extra, outcome: 'PLACED' } } : {}),
          })),
        ),
    })),
  'logs an outcome in other words': (ports) =>
    withStore(ports, (store) => ({
      log: (entries) => store.log(entries.map((entry) => ({ ...entry, message: 'Something happened' }))),
    })),
  'logs each look': (ports) => {
    let checks = 0
    return withStore(ports, (store) => ({
      log: (entries) =>
        store.log(entries.map((entry) => ({ ...entry, key: `${entry.key} ${(checks += 1)}` }))),
    }))
  },
  'asks for a person after 31 seconds': withLimit('needsReview', 31_000),
  'does not notify the user that an order needs review': (ports) => ({ ...ports, notify: async () => {} }),
  'never corrects what it said': (ports) =>
    withStore(ports, (store) => ({
      log: (entries) => store.log(entries.filter(({ key }) => !key.endsWith('-corrected'))),
    })),
  'gives up looking at once': withLimit('searchesForLate', 0),
  'hides that an id was used for another alert': (ports) =>
    withStore(ports, (store) => ({
      log: (entries) => store.log(entries.filter(({ key }) => !key.startsWith('reused-id'))),
    })),
  'overlooks an order that rests unexplained': (ports) =>
    withBroker(ports, (broker) => ({
      readAccount: async (login) => ({ ...(await broker.readAccount(login)), workingOrders: [] }),
    })),
  'drops the dead letters': (ports) =>
    withStore(ports, (store) => ({
      saveOutcome: async (alert, outcome) =>
        outcome.ending.kind === 'not processed' ? outcome : store.saveOutcome(alert, outcome),
    })),
}
