import { emptyAccount } from '../trading/account.ts'
import { limits } from '../trading/limits.ts'
import { type Broker, BrokerError, type AllPorts, type Store } from '../trading/ports.ts'
import type { Mutant, World } from './world.ts'

/**
 * Known-wrong variants of the protocol, each a thin change around the ports: the engine itself has no switch. The
 * checker must catch every one of them, else its green says nothing.
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
      place: async (account, order, dealReference, notAfter) => {
        const sent = await broker.place(account, order, dealReference, notAfter)
        return sent.kind === 'unknown'
          ? broker.place(account, order, reference(dealReference), Infinity)
          : sent
      },
    }))

const withLimit =
  (name: keyof typeof limits, value: number): Mutant =>
  (ports) => {
    Object.assign(limits, { [name]: value })
    return ports
  }

export const mutants: Record<string, Mutant> = {
  'sends again under a new reference': sendsAgain((first) => `${first}2`),
  'sends again under the same reference': sendsAgain((first) => first),
  'saves the account whatever its version': (ports, { tables }) =>
    withStore(ports, (store) => ({
      saveAccount: (account, next) => {
        const version = (tables.accounts.get(keyOf(account)) ?? emptyAccount).version
        return store.saveAccount(account, { ...next, version: version + 1 })
      },
    })),
  'takes mode and account from the settings of now': (ports, { tables }) =>
    withStore(ports, (store) => ({
      getDossier: async (message) => {
        const dossier = await store.getDossier(message)
        const user = tables.users.get(message.userId)
        if (!dossier.alert || !user) return dossier
        const { mode } = user.settings
        const { accountId, version } = user.credentials[mode]
        const captured = { mode, accountId, credentialsVersion: version }
        return {
          ...dossier,
          alert: { ...dossier.alert, captured },
          settings: tables.settingsOf(message.userId, mode),
        }
      },
    })),
  'quarantine of 2 seconds': withLimit('quarantine', 2_000),
  'no age limit': (ports) =>
    withStore(ports, (store) => ({
      getDossier: async (message) => {
        const dossier = await store.getDossier(message)
        return dossier.settings
          ? { ...dossier, settings: { ...dossier.settings, enforceMaximumAlertAgeInSeconds: false } }
          : dossier
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
      getDossier: async (message) => {
        const dossier = await store.getDossier(message)
        first.set(keyOf(message), dossier.settings)
        return dossier
      },
      getSettings: async (userId, mode) => {
        // The fence's question, answered from memory after the time it takes.
        await store.getSettings(userId, mode)
        return first.get(keyOf({ userId, mode })) ?? null
      },
    }))
  },
  'reads the account from a lagging copy': (ports) =>
    withStore(ports, (store) => ({
      getDossier: async (message) => {
        const dossier = await store.getDossier(message)
        return { ...dossier, account: { ...dossier.account, claims: [], decided: [], placed: [] } }
      },
    })),
  'forgets what was just placed': (ports) =>
    withStore(ports, (store) => ({
      getDossier: async (message) => {
        const dossier = await store.getDossier(message)
        return { ...dossier, account: { ...dossier.account, placed: [] } }
      },
    })),
  'keeps the claim of a rejected order': (ports) =>
    withStore(ports, (store) => ({
      saveAccount: async (account, next) => {
        const before = await store.getAccount(account)
        const kept = before.claims.filter(
          ({ alertId }) =>
            !next.claims.some((claim) => claim.alertId === alertId) &&
            !next.placed.some((deal) => deal.alertId === alertId),
        )
        return store.saveAccount(account, { ...next, claims: [...next.claims, ...kept] })
      },
    })),
  'drops the claim of an unknown order': (ports, { tables }) =>
    withBroker(ports, (broker) => ({
      place: async (account, ...order) => {
        const sent = await broker.place(account, ...order)
        const record = tables.accounts.get(keyOf(account))
        if (sent.kind === 'unknown' && record) tables.accounts.set(keyOf(account), { ...record, claims: [] })
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
      readAccount: (account) =>
        broker.readAccount(account).catch((error: unknown) => {
          if (!(error instanceof BrokerError)) throw error
          return {
            accountId: account.accountId,
            positions: [],
            workingOrders: [],
            ordersOnTheirWay: [],
            readAt: ports.clock.now(),
          }
        }),
      readActivity: (account, from) => broker.readActivity(account, from).catch(() => []),
    })),
  'lets a later outcome replace an earlier one': (ports, { tables }) =>
    withStore(ports, (store) => ({
      finish: async (alertId, outcome) => {
        const record = tables.alerts.get(alertId)
        if (record) tables.alerts.set(alertId, { ...record, outcome: null })
        return store.finish(alertId, outcome)
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
  // An account where nothing is open, as the user's other one mostly is.
  'takes the lists of one account for another': (ports) =>
    withStore(ports, (store) => ({
      getDossier: async (message) => {
        const dossier = await store.getDossier(message)
        const accountId = dossier.alert?.captured.accountId ?? ''
        const readAt = ports.clock.now()
        const snapshot = { accountId, positions: [], workingOrders: [], ordersOnTheirWay: [], readAt }
        return { ...dossier, snapshot }
      },
    })),
  'acts on another account of the user': (ports, { chance }: World) =>
    withBroker(ports, (broker) => ({
      place: (account, ...order) =>
        broker.place(
          chance.happens(0.1) ? { ...account, accountId: `${account.accountId}y` } : account,
          ...order,
        ),
    })),
  'takes a missing confirm for a rejection': (ports) =>
    withBroker(ports, (broker) => ({
      confirm: async (account, reference) =>
        (await broker.confirm(account, reference)) ?? {
          kind: 'rejected',
          reason: 'MISSING',
          message: 'missing',
        },
    })),
  'marks no decision before it records one': (ports, { tables }) =>
    withStore(ports, (store) => ({
      saveAccount: async (account, next) => {
        const before = tables.accounts.get(keyOf(account)) ?? emptyAccount
        const onlyMarks = next.decided.length > 0 && next.claims.length === before.claims.length
        return onlyMarks ? true : store.saveAccount(account, { ...next, version: before.version + 1 })
      },
    })),
}
