import { brakeMilliseconds } from '../model/brake.ts'
import { brokerName } from '../model/broker-name.ts'
import { words, type InWords } from '../model/rule.ts'
import { counted } from '../../platform/figures.ts'

type BrakeFact = { readonly largestBurst: number }

export const brakeInWords: InWords<BrakeFact> = ({ largestBurst }) => {
  const orders = counted(largestBurst, 'order')
  const seconds = `${brakeMilliseconds / 1_000} seconds`
  return words(
    `${orders} before this one`,
    `at most ${orders} in ${seconds}`,
    `More than ${orders} on this account within ${seconds}.`,
  )
}

/** What the broker allows, and what is used of it. */
export type AllowanceFact = {
  readonly counted: 'requests' | 'orders'
  /** In the minute before, as far as this process knew. */
  readonly made: number
  /** Maximum number of requests; null if the broker itself refused the last one. */
  readonly most: number | null
  /** Whose they are. */
  readonly whose: 'account' | 'API key'
  /** Requests that are allowed beyond `most` but kept for exits and for orders in flight. */
  readonly kept: number
}

export const allowanceInWords: InWords<AllowanceFact> = ({ counted: what, made, most, whose, kept }) => {
  const actual = `${Math.floor(made)} ${what} for this ${whose} in the last minute`
  const isUsedUp = `${brokerName}’s request limit is used up: ${actual}`
  if (most === null)
    return words(
      actual,
      `what ${brokerName} allows`,
      `${isUsedUp}, and ${brokerName} said that is what it allows`,
    )
  const keptBack = kept > 0 ? `; ${kept} more are kept for exits and for orders on their way` : ''
  return words(
    actual,
    `fewer than ${most} in a minute${keptBack}`,
    `${isUsedUp}, and Signalpost sends at most ${most}`,
  )
}
