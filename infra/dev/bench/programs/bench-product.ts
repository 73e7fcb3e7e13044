import { env } from '../../../../shared/platform/env.ts'
import { alertsQueue } from '../../../../functions/alerts/alerts-queue.ts'
import { acceptPorts } from '../../../../functions/alerts/accept-ports.ts'
import { executorStore } from '../../../../functions/alerts/executor-store.ts'
import { clockPorts, reconcilerStore } from '../../../../functions/alerts/reconciler-ports.ts'
import { visitUsers } from '../../../../functions/trading/visit-users.ts'
import { viewOrders, viewPositions } from '../../../../functions/deals/lists.ts'
import { waitAfter } from '../../../../shared/platform/queue-times.ts'
import type { ViewWorld } from '../../../../functions/deals/shared-reading.ts'
import { igBroker } from '../../../../functions/broker/ig/broker.ts'
import { refreshLeases } from '../../../../functions/broker/refresh-leases.ts'
import { readCredentials } from '../../../../functions/settings/user-secret-store.ts'
import { Chance } from '../../simulation/scheduler.ts'
import { acceptAlert } from '../../../../functions/trading/accept/accept.ts'
import { handleMessages } from '../../../../functions/trading/handle-messages.ts'
import type { AlertMessage } from '../../../../functions/trading/ports/alert-record.ts'
import type { Clock, AllPorts, Random } from '../../../../functions/trading/ports/ports.ts'
import { reconcileAlerts } from '../../../../functions/trading/reconcile.ts'
import { type AwsCall, type CountingAws, startCountingAws } from './counting-aws.ts'
import type { BenchMarket, Trader } from './trader.ts'

/** A request to the broker. A `status` of 0 means that there was no response. */
export type BrokerCall = {
  readonly method: string
  readonly path: string
  readonly at: number
  status: number
}

/** A mistake that is made on purpose, to prove that at least one measured figure then fails its check. */
export type Sabotage = (ports: AllPorts) => AllPorts

/** The calls to AWS and to the broker that were made during some work. */
export type Observation<T> = {
  readonly result: T
  readonly aws: readonly AwsCall[]
  readonly broker: readonly BrokerCall[]
}

/** The environment of a measuring program. The process that runs paper IG provides it. */
type BenchWorld = {
  /** Memory of each Lambda in GiB. */
  readonly gigabytes: Readonly<Record<'webhook' | 'executor', number>>
  readonly igUrls: Readonly<Record<'DEMO' | 'LIVE', string>>
  readonly markets: readonly BenchMarket[]
}

const morning = Date.UTC(2026, 8, 7, 7)

const failed = (code: string) => new TypeError('fetch failed', { cause: { code } })

/**
 * The trading engine with its real stores and its real broker client. Simulated time passes only when something sleeps,
 * so that a day takes seconds. Paper IG and its allowances use the same clock.
 */
export class ProductUnderBench {
  readonly aws: CountingAws
  readonly gigabytes: BenchWorld['gigabytes']
  readonly markets: readonly BenchMarket[]
  readonly brokerCalls: BrokerCall[] = []
  private readonly executor: AllPorts
  private readonly webhook: AllPorts
  private readonly reconciler: AllPorts
  private readonly screens: Record<number, ViewWorld> = {}
  private readonly clock: Clock
  private readonly random: Random
  private readonly fetch: typeof fetch
  private readonly sabotage: Sabotage
  private time = morning

  static async open(sabotage: Sabotage = (ports) => ports): Promise<ProductUnderBench> {
    const world = JSON.parse(process.env.BENCH_WORLD ?? '{}') as BenchWorld
    const aws = await startCountingAws()
    process.env[env.igDemoUrl] = world.igUrls.DEMO
    process.env[env.igLiveUrl] = world.igUrls.LIVE
    const product = new ProductUnderBench(aws, world, sabotage)
    await product.reportTime()
    return product
  }

  private constructor(aws: CountingAws, world: BenchWorld, sabotage: Sabotage) {
    this.aws = aws
    this.gigabytes = world.gigabytes
    this.markets = world.markets
    this.sabotage = sabotage
    const chance = new Chance(8)
    this.random = {
      unit: () => chance.unit(),
      id: () => Array.from({ length: 26 }, () => chance.whole(0, 9)).join(''),
    }
    this.clock = { now: () => this.time, sleep: (milliseconds) => this.pass(milliseconds) }
    this.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const overridden = new Headers(init?.headers).get('_method')
      const call = {
        method: overridden ?? init?.method ?? 'GET',
        path: url.pathname,
        at: this.time,
        status: 0,
      }
      this.brokerCalls.push(call)
      if (this.brokerIs === 'unreachable') throw failed('ECONNREFUSED')
      const answer = await fetch(input, init)
      if (this.brokerIs === 'mute') throw failed('UND_ERR_SOCKET')
      call.status = answer.status
      return answer
    }
    this.executor = this.process()
    this.webhook = this.process()
    this.reconciler = this.process()
  }

  /** Returns the ports of a Lambda instance with its own memory. */
  private process(): AllPorts {
    const { clock, random } = this
    return this.sabotage({
      clock,
      random,
      store: { ...acceptPorts.store, ...reconcilerStore, ...executorStore },
      queue: alertsQueue,
      broker: igBroker({ credentials: readCredentials, clock, random, fetch: this.fetch }),
      dailyPrices: { readDailyCandles: async () => null },
      ordersAtOnce: 4,
      notify: () => Promise.resolve(),
    })
  }

  /** `mute` means that the broker carries out requests but its responses are lost. */
  brokerIs: 'there' | 'mute' | 'unreachable' = 'there'

  /** Number of messages that no executor has taken. */
  get waiting() {
    return this.aws.messages.length
  }

  get now() {
    return this.time
  }

  /** Moves all clocks by a number of milliseconds. */
  async pass(milliseconds: number) {
    this.time += milliseconds
    await this.reportTime()
  }

  async passUntil(instant: number) {
    if (instant > this.time) await this.pass(instant - this.time)
  }

  /** Sends the time to paper IG, which runs in another process, and waits until paper IG has set its clock. */
  private reportTime() {
    if (!process.send) throw new Error('This runs as a part of npm run bench only')
    this.reported = this.reported.then(
      () =>
        new Promise<void>((resolve) => {
          process.once('message', () => resolve())
          process.send?.({ now: this.time })
        }),
    )
    return this.reported
  }
  private reported: Promise<void> = Promise.resolve()

  private async watch<T>(work: () => Promise<T>): Promise<Observation<T>> {
    const [aws, broker] = [this.aws.calls.length, this.brokerCalls.length]
    const result = await work()
    return { result, aws: this.aws.calls.slice(aws), broker: this.brokerCalls.slice(broker) }
  }

  accept(text: string) {
    return this.watch(() => acceptAlert(this.webhook, text))
  }

  async executeNext() {
    const { result, ...seen } = await this.executeTogether(1)
    return { ...seen, outcome: (await this.alert(result[0] ?? ''))?.outcome ?? null }
  }

  /** Executes the oldest messages as a batch of one account. */
  executeTogether(most: number) {
    const messages = this.aws.messages
      .splice(0, most)
      .map(({ MessageBody }) => JSON.parse(MessageBody) as AlertMessage)
    if (messages.length === 0) throw new Error('No message waits')
    return this.watch(async () => {
      // A message that waits for the broker's allowance is delivered again until its alert has an outcome.
      for (let receives = 1, rest = messages; rest.length > 0; receives += 1) {
        const deliveries = rest.map((message) => ({ message, receives }))
        const handled = await handleMessages(this.executor, deliveries)
        rest = rest.filter(({ alertId }) => typeof handled.get(alertId) === 'object')
        if (rest.length > 0) await this.pass(waitAfter(receives) * 1_000)
      }
      return messages.map(({ alertId }) => alertId)
    })
  }

  alert(alertId: string) {
    return executorStore.getAlert(alertId)
  }

  /** Reads the IDs of the deals under each of our references from the broker's history. */
  async dealsOf({ account }: Trader, from: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const deals = new Map<string, Set<string>>()
    for (const { status, dealReference, dealId } of await this.executor.broker.readActivity(account, from))
      if (status === 'ACCEPTED' && dealReference)
        deals.set(dealReference, (deals.get(dealReference) ?? new Set()).add(dealId))
    return deals
  }

  brokerLogins() {
    return this.brokerCalls.filter(({ method, path }) => method === 'POST' && path.endsWith('/session'))
      .length
  }

  reconcile() {
    return this.watch(() => reconcileAlerts(this.reconciler, this.time + 45_000, () => {}))
  }

  visitUsers() {
    const { clock, broker } = this.reconciler
    const ports = { ...clockPorts(), clock, broker, notify: () => Promise.resolve() }
    return this.watch(() =>
      visitUsers(ports, this.time + 45_000, (_, error) => {
        throw error
      }),
    )
  }

  /** Returns the ports of a Lambda that serves the dashboard. */
  private screen(instance: number): ViewWorld {
    const { clock, random } = this
    return (this.screens[instance] ??= {
      broker: igBroker({
        credentials: readCredentials,
        clock,
        random,
        fetch: this.fetch,
        purpose: 'dashboard',
      }),
      clock,
      random,
      leases: refreshLeases,
    })
  }

  /**
   * Makes the requests of one open tab.
   * @param instance number of the Lambda instance; in production a few instances serve many tabs
   */
  view({ account }: Trader, what: 'positions' | 'orders', instance: number) {
    const world = this.screen(instance)
    const read = what === 'positions' ? viewPositions : viewOrders
    return this.watch<unknown>(() => read(world, account, () => Promise.resolve(new Map())))
  }

  stop() {
    return this.aws.stop()
  }
}
