/** Apart from what needs the schemas, so that screens know these without them. */

/**
 * How surely a booked row is a position's. `booked`: the reference names a closing or opening deal and all else agrees.
 * `grouped`: several such rows, whose sizes add up. `inferred`: no reference leads to it, but name, level, direction, opening time
 * and size agree with one position alone. `none`: not attributed; its money still counts.
 */
export const linkStates = ['booked', 'grouped', 'inferred', 'none'] as const
export type LinkState = (typeof linkStates)[number]

/** What ended a position, or a part of it. `hand`: closed at IG or on the dashboard. */
export const closers = ['target', 'stop', 'alert', 'time', 'hand', 'roll', 'unknown'] as const
export type Closer = (typeof closers)[number]

export const breakdownNames = ['strategy', 'instrument', 'side', 'weekday', 'hour', 'closer'] as const
export type BreakdownName = (typeof breakdownNames)[number]

/** The key of trades of no known strategy: a strategy's name has no blank at its ends. */
export const notAttributed = ' '
