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

/** The broker's request limit and its use. */
export type AllowanceFact = {
  readonly counted: 'requests' | 'orders'
  /** Requests in the previous minute, as far as this process knows. */
  readonly made: number
  /** Maximum number of requests; null if the broker refused the last request. */
  readonly most: number | null
  /** Whether the limit belongs to the account or the API key. */
  readonly whose: 'account' | 'API key'
  /** Allowed requests beyond `most` that are reserved for exits and orders in flight. */
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
