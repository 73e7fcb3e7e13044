import { compareTexts } from '../../../../shared/platform/pair-nearest.ts'
import type { Delivery, SentMessage } from './alert-log.ts'

/** A message, and the number of times TradingView sent it. */
export type Sending = { readonly message: SentMessage; readonly times: number }

/**
 * Equal alerts without ID and time are repeats if they arrive within this many milliseconds. The webhook uses the same
 * time.
 */
const duplicateWithinMs = 60_000

/** A message with its resends. `first` is an earlier message with the same ID; null if there is none. */
export type OneSending = Sending & { readonly first: OneSending | null }

/** Combines a message and its resends into one entry. */
export const sendingsOf = async (
  messages: readonly SentMessage[],
  turn: () => Promise<void>,
): Promise<OneSending[]> => {
  const sameOnes = new Map<string, SentMessage[]>()
  for (const [place, message] of messages.entries()) {
    const key = message.alert ? `${message.secret} ${message.alert.identity}` : `${place}`
    const same = sameOnes.get(key) ?? []
    sameOnes.set(key, same)
    same.push(message)
    await turn()
  }
  const sendings: OneSending[] = []
  for (const same of sameOnes.values()) {
    same.sort((one, other) => one.at - other.at || compareTexts(valuesOf(one), valuesOf(other)))
    let first: OneSending | null = null
    let last: { message: SentMessage; times: number; first: OneSending | null } | null = null
    for (const message of same) {
      const isSentAgain =
        last !== null &&
        message.at - last.message.at < duplicateWithinMs &&
        valuesOf(message) === valuesOf(last.message)
      if (last !== null && isSentAgain) {
        last.times += 1
        last.message = { ...last.message, delivery: moreCertain(last.message.delivery, message.delivery) }
      } else {
        last = { message, times: 1, first: message.alert?.windowed ? null : first }
        sendings.push(last)
        first ??= last
      }
    }
    await turn()
  }
  return sendings
}

/** The delivery statuses, most certain first. If a message was sent more than once, its most certain status is used. */
const deliveries: readonly Delivery[] = ['delivered', 'timed out', 'failed', 'not said', 'no webhook']
const moreCertain = (one: Delivery, other: Delivery) =>
  deliveries.indexOf(one) < deliveries.indexOf(other) ? one : other

const valuesOf = ({ alert }: SentMessage) => alert?.values ?? ''
