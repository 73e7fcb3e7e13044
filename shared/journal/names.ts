/** These names are separate from the schemas, so that screens need not load the schemas. */

/**
 * How reliably a booked row belongs to a position. `booked`: the reference names a closing or opening deal and
 * everything else agrees. `grouped`: several such rows, whose sizes add up. `inferred`: without a reference, but name,
 * level, direction, opening time and size agree with only one position. `none`: not attributed, although its money is
 * counted.
 */
export const linkStates = ['booked', 'grouped', 'inferred', 'none'] as const
export type LinkState = (typeof linkStates)[number]

/** What closed a position or a part of it. `hand`: closed at IG or on the dashboard. */
export const closers = ['target', 'stop', 'alert', 'time', 'hand', 'roll', 'unknown'] as const
export type Closer = (typeof closers)[number]

export const breakdownNames = ['strategy', 'instrument', 'side', 'weekday', 'hour', 'closer'] as const
export type BreakdownName = (typeof breakdownNames)[number]

/** The key of trades without a known strategy. A strategy's name cannot be a single space. */
export const notAttributed = ' '
