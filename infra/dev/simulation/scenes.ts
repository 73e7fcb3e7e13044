import type { StrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import type { StrategyPosition } from '../../../shared/alerts/position-change.ts'
import type { CloseAnswer, SimBroker } from './broker.ts'
import { published, SimAllowance } from './allowance.ts'
import { type Chance, timeInLondon } from './scheduler.ts'
import { type Filled, StrategyEmulator } from './strategy-emulator.ts'
import type { SimUser } from './store.ts'

/**
 * The actions that a scene can use. Times are in seconds from the scene's beginning. Nothing else happens in the world
 * of a scene.
 */
export type Stage = {
  readonly chance: Chance
  readonly user: SimUser
  readonly broker: SimBroker
  readonly accountId: string
  at(seconds: number, run: () => void): void
  /**
   * Sends an alert now.
   * @param firedAt seconds from the scene's beginning; default: now
   */
  send(fields: Readonly<Record<string, unknown>>, firedAt?: number): void
  pause(): void
  /** Activates *Stop everything*, which also holds exits. */
  stopEverything(): void
  /** Ends a pause or *Stop everything*. */
  resume(): void
  /** Approves all open questions, and releases all held exits. */
  approve(): void
  map(market: string, epic: string, multiplier?: string): void
  /** Stops a market from dealing. `reopen` lets it deal again. */
  shut(market: string, status: 'CLOSED' | 'EDITS_ONLY' | 'OFFLINE'): void
  reopen(market: string): void
  cancelExits(): void
  rules(change: Partial<StrategyRules>): void
  /** Sets the strategy's final position at TradingView, which its position at IG must equal. */
  expect(strategy: string, position: StrategyPosition): void
  /**
   * Works as `expect`, but the position at IG may also be flat if an outcome reports that a reversal only closed, or
   * asks the user to check the position.
   */
  expectOrTold(strategy: string, position: StrategyPosition): void
}

/** A short story of one user with one kind of difficulty. Only the values that `play` draws are random. */
type Scene = {
  readonly play: (stage: Stage) => void
  /** The days on which the scene may play, counted from Monday, 7 September 2026. Default: that Monday. */
  readonly days?: readonly number[]
  /** The scene's length in minutes. Default: 90. */
  readonly lasts?: number
  /** The scene's start on each day, in minutes after midnight UTC. */
  readonly startsAt?: (day: number) => number
}

const minute = 60
const vod = 'LSE:BBB'
const apple = 'LSE:AAA'
const brent = 'LSE:MMM'
/** The contract to which Brent rolls. */
const nextBrent = 'LSE:NNN'

/** The fields of an alert that contains its strategy's position before and after. */
const pair = (from: StrategyPosition, to: StrategyPosition, market = vod, strategy = 'orb') => ({
  market,
  strategy,
  prev_position: from,
  position: to,
  action: to === 'long' || (from === 'short' && to === 'flat') ? 'buy' : 'sell',
})

const sides = ['long', 'short'] as const
const other = { long: 'short', short: 'long' } as const

/** Plays an exit while its market is shut. Positions that the user opens manually during this time must stay open. */
const playShut = (
  { chance, at, send, shut, reopen, broker, accountId, cancelExits, rules, expect, ...stage }: Stage,
  { shutFrom, opens }: { readonly shutFrom: number; readonly opens: number },
) => {
  const side = chance.oneOf(sides)
  broker.isPrompt = true
  at(0, () => send(pair('flat', side)))
  at(shutFrom, () => shut(vod, chance.oneOf(['CLOSED', 'EDITS_ONLY', 'OFFLINE'])))
  const exit = chance.oneOf([
    pair(side, 'flat'),
    pair(side, other[side]),
    { market: vod, strategy: 'orb', action: 'CLOSE' },
    { market: '*', strategy: 'orb', action: 'CLOSE_ALL' },
    null,
  ])
  at(shutFrom + 10, () => {
    if (exit) send(exit)
    else
      rules({ flatAt: { time: timeInLondon(broker.scheduler.now), zone: 'Europe/London', days: 'WEEKDAYS' } })
  })
  // A newer exit replaces an older one.
  if (chance.happens(0.3)) at(shutFrom + 2 * minute, () => send({ ...pair(side, 'flat'), id: 'again' }))
  at(opens + 1, () => broker.openByHand(accountId))
  const isCancelled = exit !== null && chance.happens(0.2)
  if (isCancelled) at(shutFrom + 4 * minute, cancelExits)
  // If the user stops everything while the exit waits, the exit is held and does not continue at the opening.
  const isHeld = exit !== null && !isCancelled && chance.happens(0.3)
  if (isHeld) {
    at(shutFrom + 100, stage.stopEverything)
    at(shutFrom + 3 * minute, stage.resume)
  }
  at(opens, () => reopen(vod))
  expect('orb', isCancelled || isHeld ? side : 'flat')
}

/** Whether London is an hour ahead of UTC on a day: until 25 October 2026, and from 28 March 2027. */
const isSummer = (day: number) => day < 48 || day >= 202

const scenes = {
  /** Fault A1: IG fills a part of a close, and refuses the first attempts to close the rest. */
  partly: {
    play: ({ chance, at, send, broker, expect }) => {
      const side = chance.oneOf(sides)
      broker.isPrompt = true
      at(0, () => send(pair('flat', side)))
      at(minute, () => {
        const script: CloseAnswer[] = ['part', ...Array<CloseAnswer>(chance.whole(1, 4)).fill('busy')]
        broker.closeScript.push(...script, ...(chance.happens(0.5) ? (['part', 'busy'] as const) : []))
        send(pair(side, 'flat'))
      })
      expect('orb', 'flat')
    },
  },

  /** Fault A2: IG refuses the closes of a reversal, and the strategy then exits its new position. */
  refusedReversal: {
    play: ({ chance, at, send, broker, expect }) => {
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      at(minute, () => {
        broker.closesRefusedUntil = broker.scheduler.now + 110_000
        send(pair(side, other[side]))
      })
      at(chance.between(4 * minute, 6 * minute), () => send(pair(other[side], 'flat')))
      expect('orb', 'flat')
    },
  },

  /** Fault A3: the user approves an entry after its strategy has exited. */
  askedAndLeft: {
    play: ({ chance, at, send, approve, rules, expect }) => {
      const side = chance.oneOf(sides)
      rules({ askFirst: true })
      at(0, () => send(pair('flat', side)))
      at(chance.between(20, 40), () => send(pair(side, 'flat')))
      at(chance.between(60, 120), approve)
      expect('orb', 'flat')
    },
  },

  /**
   * Faults A3 and A14: the user approves a reversal in time, although entries of a strategy that is out of sync are
   * refused.
   */
  askedReversal: {
    play: ({ chance, at, send, approve, rules, expect }) => {
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      at(minute, () => {
        rules({ askFirst: true, outOfStep: 'REFUSE' })
        send(
          chance.happens(0.5) ? pair(side, other[side]) : { ...pair(side, other[side]), action: 'REVERSE' },
        )
      })
      at(2 * minute + chance.between(0, 30), approve)
      at(2 * minute + 45, approve)
      expect('orb', other[side])
    },
  },

  /** Fault A4: an entry arrives late, after its strategy's exit was decided. */
  staleEntry: {
    play: ({ chance, at, send, expect }) => {
      const side = chance.oneOf(sides)
      at(20, () => send(pair(side, 'flat'), 20))
      at(chance.between(40, 80), () => send(pair('flat', side), 0))
      expect('orb', 'flat')
    },
  },

  /** Fault A15: a strategy's exit and re-entry on one bar arrive in the wrong order. */
  reentryFirst: {
    play: ({ chance, at, send, expect }) => {
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      at(2 * minute, () => send(pair('flat', side), 2 * minute))
      at(2 * minute + chance.between(3, 20), () => send(pair(side, 'flat'), 2 * minute))
      expect('orb', side)
    },
  },

  /**
   * The alerts of one bar arrive in any order, for one to three strategies. IG's answers to orders are fast, slow or
   * lost.
   */
  oneBar: {
    play: ({ chance, at, send, broker, rules, expect, expectOrTold }) => {
      rules({ outOfStep: chance.oneOf(['WARN', 'FOLLOW']) })
      const trouble = chance.whole(0, 2)
      if (trouble === 1)
        broker.slowness = { answer: () => chance.between(50, 3_000), verdict: () => chance.between(0, 8_000) }
      if (trouble === 2) {
        at(2 * minute - 1, () => (broker.answersLost = true))
        at(2 * minute + chance.between(0, 10), () => (broker.answersLost = false))
      }
      for (const strategy of ['orb', 'trend', 'gap'].slice(0, chance.whole(1, 3))) {
        const market = chance.oneOf([vod, vod, apple])
        const emulator = new StrategyEmulator(2)
        const named = (filled: Filled | null) => filled && { market, strategy, ...filled }
        const opening = named(emulator.enter(chance.oneOf([1, -1])))
        at(0, () => opening && send(opening))
        if (chance.happens(0.3)) {
          const closing = named(emulator.exit(2))
          at(minute, () => closing && send(closing))
        }
        const steps = Array.from({ length: chance.whole(2, 4) }, () => named(emulator.next(chance)))
        const said = steps.filter((each) => each !== null)
        for (const [place, each] of said.entries())
          at(2 * minute + chance.oneOf([0.1 * chance.unit(), chance.between(0, 20)]), () =>
            send({ ...each, id: `${strategy}-${place}` }, 2 * minute),
          )
        const check = said.length === 2 && trouble !== 2 ? expect : expectOrTold
        check(strategy, emulator.position)
      }
    },
  },

  /**
   * A strategy reports only that it is flat. Its own positions are closed, except those that it opened in the same
   * second.
   */
  saysFlat: {
    play: ({ chance, at, send, expect }) => {
      const side = chance.oneOf(sides)
      const flat = { market: vod, strategy: 'orb', position: 'flat', action: chance.oneOf(['buy', 'sell']) }
      const isBack = chance.happens(0.5)
      at(0, () => send(pair('flat', side)))
      if (isBack) at(2 * minute, () => send(pair('flat', other[side]), 2 * minute))
      at(2 * minute + chance.between(1, 20), () => send(flat, 2 * minute))
      expect('orb', isBack ? other[side] : 'flat')
    },
  },

  /** An exit comes while its market is shut. It waits for the opening, and does not delay other alerts. */
  shutMarket: {
    play: (stage) => {
      const { at, chance } = stage
      playShut(stage, { shutFrom: minute, opens: chance.between(5, 60) * minute })
      at(2 * minute, () => stage.send(pair('flat', 'long', apple, 'trend')))
      stage.expect('trend', 'long')
    },
  },

  /** An exit waits over a weekend: from Friday, 11 September 2026, 20:30 UTC, until Monday. */
  overWeekend: {
    days: [4],
    startsAt: () => 20.5 * 60,
    lasts: 60 * 60,
    play: (stage) => playShut(stage, { shutFrom: 30 * minute, opens: 55 * 60 * minute }),
  },

  /**
   * Faults A5 and A6: only one of two positions has gained as much as its risk, and the user may have set a better
   * stop.
   */
  breakEven: {
    play: ({ chance, at, send, broker, rules, expect, accountId }) => {
      const trail = chance.happens(0.5) ? { distance: 4_000, step: 200 } : null
      broker.enableTrailing(accountId)
      at(0, () => send(pair('flat', 'long', apple)))
      at(minute, () => broker.movePrice(apple, 1.04))
      at(minute + 5, () =>
        send({ ...pair('long', 'long', apple), prev_position_size: '1', position_size: '2' }),
      )
      at(2 * minute, () => broker.movePrice(apple, 1.11))
      const isTight = chance.happens(0.5)
      if (isTight)
        at(2 * minute + 10, () =>
          send({
            market: apple,
            strategy: 'orb',
            action: 'STOP',
            level: broker.priceOf(apple, 0.995).toFixed(1),
          }),
        )
      at(2 * minute + 30, () => rules({ breakEvenAfter: 1, trail }))
      expect('orb', 'long')
    },
  },

  /** Fault A7: an alert closes all positions while IG is slow. */
  manyPositions: {
    play: ({ chance, at, send, broker, accountId }) => {
      at(0, () => {
        for (let count = chance.whole(24, 32); count > 0; count -= 1) broker.openByHand(accountId)
        broker.slowBy = chance.between(700, 900)
      })
      at(minute, () => send({ market: '*', action: 'CLOSE_ALL' }))
    },
  },

  /** Fault A8: IG is down at the time of *flat by time*, also on the days before and after the clocks change. */
  flatByTime: {
    days: [0, 46, 49, 200, 203],
    startsAt: (day) => (isSummer(day) ? 15 : 16) * minute,
    play: ({ chance, at, send, broker, rules, expect }) => {
      rules({ flatAt: { time: '16:25', zone: 'Europe/London', days: 'WEEKDAYS' } })
      const side = chance.oneOf(sides)
      at(chance.between(0, 20 * minute), () => send(pair('flat', side)))
      const down = chance.between(24.5 * minute, 25 * minute)
      if (chance.happens(0.7))
        at(down, () => (broker.downUntil = broker.scheduler.now + chance.between(2, 12) * 60_000))
      else if (chance.happens(0.5)) at(25.6 * minute, () => send(pair('flat', other[side], vod, 'orb')))
      expect('orb', 'flat')
    },
  },

  /** IG is down from the time of *flat by time* until after midnight. The strategy must still become flat. */
  flatAtMidnight: {
    startsAt: () => 22.5 * 60,
    play: ({ chance, at, send, broker, rules, expect }) => {
      rules({ flatAt: { time: '23:58', zone: 'Europe/London', days: 'WEEKDAYS' } })
      at(chance.between(0, 20 * minute), () => send(pair('flat', chance.oneOf(sides))))
      at(27.5 * minute, () => (broker.downUntil = broker.scheduler.now + chance.between(4, 20) * 60_000))
      expect('orb', 'flat')
    },
  },

  /** Fault A9: the user maps an instrument to a different epic while its position is open. */
  mappedAgain: {
    play: ({ chance, at, send, map, expect }) => {
      const side = chance.oneOf(sides)
      const isTagged = chance.happens(0.6)
      const { strategy: _, ...bare } = pair('flat', side)
      at(0, () => send(isTagged ? pair('flat', side) : { market: vod, action: bare.action }))
      at(minute, () => map(vod, 'IX.D.FTSE.CFD.IP'))
      at(2 * minute, () => send(isTagged ? pair(side, 'flat') : { market: vod, action: 'CLOSE' }))
      expect(isTagged ? 'orb' : '', 'flat')
    },
  },

  /** Fault A10: IG's list of positions is empty for a moment. */
  emptyList: {
    play: ({ chance, at, send, broker, expect }) => {
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      at(17 * minute, () => {
        broker.emptyUntil = broker.scheduler.now + chance.between(8_000, 30_000)
        send(pair('flat', 'long', apple, 'trend'))
      })
      // A product that wrongly forgets deals missing from the empty list would forget them in this decision.
      at(17 * minute + chance.between(12, 40), () => send(pair('long', 'flat', apple, 'trend')))
      at(chance.between(19, 25) * minute, () => send(pair(side, 'flat')))
      expect('orb', 'flat')
    },
  },

  /**
   * Fault A11: IG rolls a position to the next contract, whether or not the user changes the instrument. The position's
   * stop can still be moved.
   */
  rolled: {
    play: ({ chance, at, send, broker, rules, map, accountId, expect }) => {
      const isTimed = chance.happens(0.3)
      if (isTimed) rules({ flatAt: { time: '11:00', zone: 'Europe/London', days: 'WEEKDAYS' } })
      broker.enableTrailing(accountId)
      at(0, () => send(pair('flat', 'long', brent)))
      at(20 * minute, () => {
        broker.roll(accountId)
        if (chance.happens(0.5)) map(brent, 'EN.D.LCO.Month6.IP')
      })
      const move = chance.oneOf<Readonly<Record<string, unknown>> | null>([
        { action: 'STOP', level: broker.priceOf(nextBrent, 0.97).toFixed(1) },
        { action: 'STOP', to: 'break-even' },
        { action: 'TRAIL', distance: 300, step: 30 },
        null,
      ])
      at(20.2 * minute, () => broker.movePrice(nextBrent, 1.12))
      at(20.5 * minute, () =>
        move ? send({ market: brent, strategy: 'orb', ...move }) : rules({ breakEvenAfter: 1 }),
      )
      if (!isTimed) at(chance.between(23, 40) * minute, () => send(pair('long', 'flat', brent)))
      expect('orb', 'flat')
    },
    startsAt: () => 9.5 * minute,
  },

  /** Fault A12: two alerts of a burst use epics that IG does not know. */
  unknownEpics: {
    play: ({ chance, at, send, broker, map, user }) => {
      user.settings = { ...user.settings, maximumAlertAgeInSeconds: 60 }
      broker.unknown.add('KA.D.GONE.CASH.IP').add('KA.D.GONE2.CASH.IP')
      broker.allowance = new SimAllowance(published, () => broker.scheduler.now, false)
      const good = [...'CDEFGHIJKL'].map((letter) => `LSE:${letter.repeat(3)}`)
      map(apple, 'KA.D.GONE.CASH.IP')
      map(vod, 'KA.D.GONE2.CASH.IP')
      for (let wave = 0; wave < 5; wave += 1)
        at(wave * 30, () => {
          const some = good.filter((_, index) => index % 2 === wave % 2)
          for (const market of [apple, ...some.slice(0, 2), vod, ...some.slice(2)])
            send({ market, action: chance.oneOf(['BUY', 'SELL']) })
        })
    },
  },

  /** Fault A13: an alert's ID is used again after thirty days without other alerts. */
  idAgain: {
    days: [0, 31],
    play: ({ at, send }) => at(0, () => send({ market: vod, action: 'BUY', id: 'monthly' })),
  },

  /**
   * Fault A18: an exit arrives while it is unknown whether its entry was placed. The strategy may enter again while the
   * exit waits.
   */
  exitMeetsDoubt: {
    play: ({ chance, at, send, broker, rules, expect }) => {
      const side = chance.oneOf(sides)
      broker.answersLost = true
      at(0, () => send(pair('flat', side)))
      at(5, () => (broker.answersLost = false))
      at(chance.between(8, 20), () => send(pair(side, 'flat')))
      const isBack = chance.happens(0.3)
      if (isBack) {
        rules({ outOfStep: 'FOLLOW' })
        at(30, () => send({ ...pair('flat', side), id: 'back' }))
      }
      expect('orb', isBack ? side : 'flat')
    },
  },

  /** Fault A18: the user pauses trading while an order is being sent. */
  pausedMeanwhile: {
    play: ({ chance, at, send, pause, broker }) => {
      broker.signsInFor = chance.between(2_500, 3_500)
      at(0, () => send(pair('flat', chance.oneOf(sides))))
      at(chance.between(1, 1.5), pause)
    },
  },

  /** Fault A18: the user pauses trading before or while an exit is sent. The exit must continue. */
  pausedExit: {
    play: ({ chance, at, send, pause, broker, expect }) => {
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      if (chance.happens(0.5)) at(minute - 10, pause)
      else at(minute + 8, pause)
      at(minute, () => {
        broker.closesRefusedUntil = broker.scheduler.now + 20_000
        send(pair(side, 'flat'))
      })
      expect('orb', 'flat')
    },
  },

  /**
   * The user activates *Stop everything* before or while an exit is sent. The exit is held until the user carries it
   * out.
   */
  fullStop: {
    play: ({ chance, at, send, stopEverything, resume, approve, broker, expect }) => {
      const side = chance.oneOf(sides)
      const isPart = chance.happens(0.5)
      const exit = chance.oneOf([pair(side, 'flat'), { market: vod, strategy: 'orb', action: 'CLOSE' }])
      broker.isPrompt = isPart
      at(0, () => send(pair('flat', side)))
      at(10, () => send({ ...pair(side, side), id: 'more', prev_position_size: '1', position_size: '2' }))
      at(chance.oneOf([minute - 10, minute + 4, minute + 8]), stopEverything)
      at(minute, () => {
        if (isPart) broker.closeScript.push('part')
        broker.closesRefusedUntil = broker.scheduler.now + 20_000
        send(exit)
      })
      at(2 * minute, () => send(pair('flat', other[side])))
      at(3 * minute, resume)
      // The exit must leave another strategy's new deals open.
      if (chance.happens(0.3)) {
        at(3 * minute + 4, () => send(pair('flat', side, vod, 'trend')))
        expect('trend', side)
      }
      // Deals that are opened before the exit is carried out must stay open.
      const isBack = chance.happens(0.3)
      if (isBack) at(3 * minute + 5, () => send({ ...pair('flat', side), id: 'back' }))
      at(3 * minute + 30, approve)
      at(3 * minute + 40, approve)
      expect('orb', isBack ? side : 'flat')
    },
  },

  /** The safety brake pauses trading while an exit is sent. The exit must continue. */
  brakedExit: {
    play: ({ chance, at, send, broker, user, expect }) => {
      const side = chance.oneOf(sides)
      user.settings = { ...user.settings, largestBurst: 2 }
      at(0, () => send(pair('flat', side)))
      at(minute + chance.between(-5, 5), () => {
        for (let count = 0; count < 4; count += 1)
          send({ market: apple, action: 'BUY', strategy: 'other', id: `burst-${count}` })
      })
      at(minute, () => {
        broker.closesRefusedUntil = broker.scheduler.now + 20_000
        send(pair(side, 'flat'))
      })
      expect('orb', 'flat')
    },
  },

  /** An alert moves the stop of an order while it is unknown whether the order was placed. */
  stopOfDoubt: {
    play: ({ chance, at, send, broker, expect }) => {
      broker.answersLost = true
      at(5, () => send(pair('flat', 'long', apple)))
      at(10, () => (broker.answersLost = false))
      at(chance.between(51, 58), () =>
        send({
          market: apple,
          strategy: 'orb',
          action: 'STOP',
          level: broker.priceOf(apple, 0.97).toFixed(1),
        }),
      )
      expect('orb', 'long')
    },
  },

  /** Account and strategy have different cooldowns. The longer one applies. */
  cooldowns: {
    play: ({ chance, at, send, user, rules }) => {
      const hours = chance.happens(0.5) ? { account: 1, own: 24 } : { account: 24, own: 1 }
      user.settings = { ...user.settings, instrumentTradeCooldownPeriodInHours: hours.account }
      rules({ cooldownHours: hours.own })
      at(0, () => send({ market: vod, action: 'BUY', strategy: 'orb' }))
      at(chance.between(61, 80) * minute, () =>
        send({ market: vod, action: 'BUY', strategy: 'orb', id: 'again' }),
      )
    },
  },

  /** A paused strategy must open nothing, but its exits continue. */
  strategyPaused: {
    play: ({ chance, at, send, rules, expect }) => {
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      at(minute, () => rules({ paused: true }))
      at(minute + 10, () => send(pair(side, 'flat')))
      at(minute + 40, () => send(pair('flat', other[side])))
      expect('orb', 'flat')
    },
  },

  /** TradingView quotes a market in a different unit from IG. */
  multiplied: {
    play: ({ chance, at, send, map, user }) => {
      user.settings = { ...user.settings, orderType: chance.oneOf(['LIMIT', 'MARKET']) }
      map(vod, 'KA.D.VOD.CASH.IP', '100')
      at(0, () => send({ market: vod, action: chance.oneOf(['BUY', 'SELL']) }))
    },
  },

  /** The first two orders after going live must have the minimum size. */
  wentLive: {
    play: ({ at, send, user, broker }) => {
      const liveSince = broker.scheduler.now
      user.settings = { ...user.settings, mode: 'LIVE', liveSince, smallestFirst: 2 }
      for (const [index, market] of [vod, apple, 'LSE:CCC'].entries())
        // An order counts as one of the first two only when it is known to be placed, which may take minutes.
        at(index * 5 * minute, () => send({ market, action: 'BUY', secret: user.secrets.LIVE }))
    },
  },

  /** A position has a guaranteed stop, which an alert must not move. */
  guaranteedStop: {
    play: ({ at, send, broker, accountId, expect }) => {
      at(0, () => send(pair('flat', 'long', apple)))
      at(minute, () => broker.guaranteeStops(accountId))
      at(2 * minute, () =>
        send({
          market: apple,
          strategy: 'orb',
          action: 'STOP',
          level: broker.priceOf(apple, 0.97).toFixed(1),
        }),
      )
      expect('orb', 'long')
    },
  },

  /** IG reports two contract sizes for a market, so the value of an order is unknown. */
  contradiction: {
    play: ({ chance, at, send, broker }) => {
      broker.contradict(apple)
      at(0, () => send({ market: apple, action: chance.oneOf(['BUY', 'SELL']) }))
    },
  },

  /** While a reversal waits to open, a later alert without a time is decided. */
  overtakenReversal: {
    play: ({ chance, at, send, broker, user, expect }) => {
      user.settings = { ...user.settings, enforceMaximumAlertAgeInSeconds: false }
      const side = chance.oneOf(sides)
      at(0, () => send(pair('flat', side)))
      at(minute, () => {
        broker.closeAnswersLost = true
        send({ ...pair(side, other[side]), time: undefined, id: 'reversal' })
      })
      at(minute + 15, () => {
        broker.closeAnswersLost = false
        send({ ...pair(other[side], 'flat'), time: undefined, id: 'exit' })
      })
      expect('orb', 'flat')
    },
  },

  /** A strategy with positions on both sides reverses. Only positions opposite to its new direction are closed. */
  bothSides: {
    play: ({ chance, at, send, user, expect }) => {
      user.settings = { ...user.settings, allowHedging: true, preventDuplicatePositionsForInstrument: false }
      const side = chance.oneOf(sides)
      at(0, () => send({ market: vod, action: 'BUY', strategy: 'orb' }))
      at(minute, () => send({ market: vod, action: 'SELL', strategy: 'orb' }))
      at(2 * minute, () => send(pair(side, other[side])))
      expect('orb', other[side])
    },
  },

  /** While a reversal waits to open, the list still shows the position that it has closed. */
  laggingReversal: {
    play: ({ chance, at, send, broker, user, expect }) => {
      const side = chance.oneOf(sides)
      user.settings = { ...user.settings, maximumOpenPositions: 1 }
      at(0, () => send(pair('flat', side)))
      at(minute, () => {
        broker.endedLag = 80_000
        broker.closesBlockLists = true
        // The close and its confirmation are so slow that the lists read for the close become too old for the opening.
        broker.slowBy = 5_500
        broker.slowness = { answer: () => 5_000, verdict: () => 0 }
        send(pair(side, other[side]))
      })
      at(minute + chance.between(35, 50), () => {
        broker.slowBy = 0
        broker.slowness = null
        broker.closesBlockLists = false
      })
      expect('orb', other[side])
    },
  },

  /** A working order fills while it is being deleted. The lists do not show its position for minutes. */
  filledUnseen: {
    play: ({ chance, at, send, broker, user, expect }) => {
      user.settings = { ...user.settings, orderType: 'LIMIT' }
      at(0, () => send({ market: vod, action: 'BUY' }))
      at(minute, () => {
        broker.closeAnswersLost = true
        broker.fillsOnDelete = chance.between(3, 5) * 60_000
        send({ market: vod, action: 'CLOSE' })
      })
      at(minute + 20, () => (broker.closeAnswersLost = false))
      expect('', 'long')
    },
  },

  /** A working order fills while a CANCEL deletes it. The position must stay open. */
  cancelFills: {
    play: ({ at, send, broker, user, expect }) => {
      user.settings = { ...user.settings, orderType: 'LIMIT' }
      at(0, () => send({ market: vod, action: 'SELL', strategy: 'orb' }))
      at(minute, () => {
        broker.fillsOnDelete = 0
        send({ market: vod, action: 'CANCEL', strategy: 'orb' })
      })
      expect('orb', 'short')
    },
  },

  /** Fault A16: many orders are unconfirmed while almost no requests are allowed. */
  doubts: {
    play: ({ chance, at, send, broker, user }) => {
      user.settings = { ...user.settings, largestBurst: 98 }
      broker.answersLost = true
      at(0, () => {
        for (let count = 0; count < 20; count += 1)
          send({
            market: chance.oneOf([vod, apple]),
            action: chance.oneOf(['BUY', 'SELL']),
            id: `doubt-${count}`,
          })
      })
      // A look-up needs three requests, for both lists and the history. With only one request, no look-up is possible.
      const isMute = chance.happens(0.5)
      at(50, () => {
        broker.answersLost = false
        broker.readsPerMinute = isMute ? 1 : 3
      })
      if (!isMute) return
      at(25 * minute, () => (broker.readsPerMinute = Infinity))
      // However often the orders are looked up, IG's allowance has room for an exit.
      if (broker.allowance) at(chance.between(10, 30), () => send({ market: 'LSE:CCC', action: 'CLOSE' }))
    },
  },
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes) as SceneName[]
export const sceneOf = (name: SceneName): Scene => scenes[name]
