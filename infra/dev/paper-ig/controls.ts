import * as z from 'zod/mini'
import { type Book, marketOf, resetBook } from './book/book.ts'
import { balanceOf, moveMoney } from './book/money.ts'
import { Fixed } from './book/prices.ts'
import { rollPosition } from './book/roll-position.ts'
import { presets, SettingsChange } from './book/settings.ts'
import { holdMarket, settle } from './book/settle.ts'
import { Fault, type Faults } from './faults.ts'
import type { Gateway } from './gateway/gateway.ts'
import { ok, type WireAnswer } from './gateway/wire.ts'

/** A request in the log. The path includes base path and query; passwords and tokens in the body are masked. */
export type WireEntry = {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly version: string
  readonly accountId: string | null
  readonly status: number | 'dropped'
  readonly body: unknown
}

/** The parts of an environment (demo or live) that the controls use. */
export type Controllable = {
  readonly book: Book
  readonly gateway: Gateway
  readonly faults: Faults
  readonly requests: WireEntry[]
  /** Milliseconds by which the environment's clock is ahead of the clock that paper IG was given. */
  clockOffset: number
}

type Control = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path after /_paper. A placeholder such as `{epic}` matches the rest of the path. */
  readonly path: string
  readonly does: string
  readonly answer: (environment: Controllable, body: unknown, part: string) => WireAnswer
}

/** The controls of paper IG. The port of an environment controls that environment only. */
const controls: readonly Control[] = [
  {
    method: 'GET',
    path: '',
    does: 'lists these controls',
    answer: () => ok(controlsInWords()),
  },
  {
    method: 'POST',
    path: '/reset',
    does: 'resets deals, markets, settings, faults, allowances, clock and wire log; keeps sessions',
    answer: (environment) => {
      environment.clockOffset = 0
      resetBook(environment.book)
      environment.gateway.allowances.refill()
      environment.faults.clear()
      environment.requests.length = 0
      return ok({ reset: true })
    },
  },
  {
    method: 'GET',
    path: '/settings',
    does: 'shows the settings (book/settings.ts says what each means)',
    answer: ({ book }) => ok(book.settings),
  },
  {
    method: 'POST',
    path: '/settings',
    does: 'changes settings: { "confirmDelayMs", "positionsLagMs", "partialFill", "rejectWith", "allowances": { "key" }, … }',
    answer: ({ book }, body) =>
      withShape(SettingsChange, body, ({ allowances, ...change }) => {
        Object.assign(book.settings, change)
        Object.assign(book.settings.allowances, allowances)
        return ok(book.settings)
      }),
  },
  {
    method: 'POST',
    path: '/preset/{name}',
    does: `takes one of the presets over the settings: ${Object.keys(presets).join(', ')}`,
    answer: ({ book }, _, name) => {
      if (!isPreset(name))
        return { status: 404, body: { error: `There is no preset ${name}`, presets: Object.keys(presets) } }
      Object.assign(book.settings, structuredClone(presets[name]))
      return ok(book.settings)
    },
  },
  {
    method: 'POST',
    path: '/roll/{epic}',
    does: 'rolls every position of this contract to the next one',
    answer: ({ book }, _, epic) => {
      const to = marketOf(marketOf(epic)?.rollsTo ?? '')
      if (!to) return { status: 404, body: { error: `${epic} does not roll` } }
      const rolled = Object.values(book.state.accounts).flatMap((account) =>
        account.positions
          .filter((position) => position.epic === epic)
          .map((position) => rollPosition(book, account, position, to).dealId),
      )
      return ok({ rolled })
    },
  },
  {
    method: 'POST',
    path: '/market/{epic}',
    does: 'freezes a market at { "bid", "offer", "marketStatus" }, each optional; null means no quote',
    answer: (environment, body, epic) =>
      withShape(Fixed, body, (fixed) => heldMarket(environment, epic, (before) => ({ ...before, ...fixed }))),
  },
  {
    method: 'DELETE',
    path: '/market/{epic}',
    does: 'unfreezes a market',
    answer: (environment, _, epic) => heldMarket(environment, epic, () => ({})),
  },
  {
    method: 'POST',
    path: '/money/{account}',
    does: 'deposits { "amount" }, below 0 withdraws it: the balance changes at once, the history shows the row after "rowAfterMs"',
    answer: ({ book }, body, accountId) =>
      withShape(MoneyMove, body, ({ amount, rowAfterMs }) => {
        settle(book)
        const account = book.state.accounts[accountId]
        if (!account) return { status: 404, body: { error: `Paper IG has no account ${accountId}` } }
        moveMoney(book, account, amount, rowAfterMs)
        return ok(balanceOf(book, account))
      }),
  },
  {
    method: 'GET',
    path: '/faults',
    does: 'lists pending faults',
    answer: ({ faults }) => ok(faults.list),
  },
  {
    method: 'POST',
    path: '/faults',
    does: 'breaks the next requests: { "method", "path", "times", "apply", "respond": "drop" | { "status", "body", "delayMs" } }',
    answer: ({ faults }, body) =>
      withShape(Fault, body, (fault) => {
        faults.add(fault)
        return ok({ faults: faults.list.length })
      }),
  },
  {
    method: 'DELETE',
    path: '/faults',
    does: 'clears all faults',
    answer: ({ faults }) => {
      faults.clear()
      return ok({ faults: 0 })
    },
  },
  {
    method: 'POST',
    path: '/expire-sessions',
    does: 'invalidates all tokens: the next requests get 401',
    answer: ({ gateway }) => {
      gateway.sessions.endAll()
      return ok({ sessions: 0 })
    },
  },
  {
    method: 'GET',
    path: '/clock',
    does: 'shows the clock',
    answer: ({ book }) => ok({ now: new Date(book.now()).toISOString() }),
  },
  {
    method: 'POST',
    path: '/clock',
    does: 'advances the clock by { "byMs" } and plays everything due until then',
    answer: (environment, body) =>
      withShape(ClockChange, body, ({ byMs }) => {
        environment.clockOffset += byMs
        environment.book.revision += 1
        settle(environment.book)
        return ok({ now: new Date(environment.book.now()).toISOString() })
      }),
  },
  {
    method: 'GET',
    path: '/requests',
    does: 'the wire log, oldest first, without these controls',
    answer: ({ requests }) => ok(requests),
  },
  {
    method: 'GET',
    path: '/accounts',
    does: 'the actual state: every account with its deals and history, regardless of lags and faults on the wire',
    answer: ({ book }) => {
      settle(book)
      return ok(book.state.accounts)
    },
  },
]

const isPreset = (name: string): name is keyof typeof presets => Object.hasOwn(presets, name)

export const controlsInWords = () =>
  controls.map(({ method, path, does }) => ({ control: `${method} /_paper${path}`, does }))

const MoneyMove = z.strictObject({
  amount: z.number().check(z.refine((amount) => amount !== 0, 'Must not be 0')),
  rowAfterMs: z._default(z.int().check(z.gte(0)), 0),
})

const ClockChange = z.strictObject({ byMs: z.int().check(z.gte(1)) })

/**
 * Runs a control.
 * @param path the path including /_paper
 */
export const control = (
  environment: Controllable,
  method: string,
  path: string,
  body: unknown,
): WireAnswer => {
  for (const each of controls) {
    const [before = '', after] = `/_paper${each.path}`.split(/\{\w+\}/)
    const fits =
      after === undefined ? path === before : path.startsWith(before) && path.length > before.length
    if (each.method === method && fits)
      return each.answer(environment, body, decodeURIComponent(path.slice(before.length)))
  }
  return { status: 404, body: { error: `There is no ${method} ${path}`, controls: controlsInWords() } }
}

const withShape = <Shape extends z.ZodMiniType>(
  shape: Shape,
  body: unknown,
  answer: (value: z.output<Shape>) => WireAnswer,
): WireAnswer => {
  const read = shape.safeParse(body)
  return read.success ? answer(read.data) : { status: 400, body: { error: z.prettifyError(read.error) } }
}

const heldMarket = ({ book }: Controllable, epic: string, change: (before: Fixed) => Fixed): WireAnswer => {
  const market = marketOf(epic)
  if (!market) return { status: 404, body: { error: `Paper IG does not trade ${epic}` } }
  return ok(holdMarket(book, market, change(book.state.fixed[epic] ?? {})))
}
