import { brokerName } from '../model/broker-name.ts'
import { expired, passed, refused, words, type InWords, type RuleResult } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Instant } from '../../platform/units.ts'
import { duration, instantInText } from '../../platform/words.ts'

/** How far an alert's clock may be ahead of ours, in milliseconds. */
const clockTolerance = 60_000

/**
 * Milliseconds. `age` is null if the alert has no time and there is a limit; `most` is null if there is no limit.
 * `isOfBar`: the alert's time is a full minute and was already too old when the alert was accepted. It is probably the
 * opening of a bar, like TradingView's `{{time}}`.
 */
type AgeFact = {
  readonly kind: 'age'
  readonly age: number | null
  readonly most: number | null
  readonly isOfBar: boolean
}
type AlertAgeFact =
  | AgeFact
  | { readonly kind: 'held' | 'waits'; readonly since: Instant }
  | { readonly kind: 'future'; readonly ahead: number }

export const alertAge = (snapshot: Snapshot): RuleResult<AlertAgeFact> => {
  const { now, acceptedAt, settings, heldAt, takenAt = now, waitsSince } = snapshot
  const { firedAt } = snapshot.alert
  if (heldAt !== undefined) return passed({ kind: 'held', since: heldAt })
  if (waitsSince !== undefined) return passed({ kind: 'waits', since: waitsSince })
  const ahead = (firedAt ?? now) - now
  if (ahead > clockTolerance) return refused({ kind: 'future', ahead })

  const age = Math.max(0, takenAt - Math.min(firedAt ?? acceptedAt, acceptedAt))
  if (!settings.enforceMaximumAlertAgeInSeconds)
    return passed({ kind: 'age', age, most: null, isOfBar: false })
  const most = settings.maximumAlertAgeInSeconds * 1000
  if (firedAt === null) return refused({ kind: 'age', age: null, most, isOfBar: false })
  const isOfBar = firedAt % 60_000 === 0 && acceptedAt - firedAt > most
  const fact = { kind: 'age', age, most, isOfBar } as const
  return age > most ? expired(fact) : passed(fact)
}

/** Rounds up, so that an age slightly above the limit is never shown as within the limit. */
const upToSecond = (milliseconds: number) => duration(Math.ceil(milliseconds / 1000) * 1000)

export const alertAgeInWords: InWords<AlertAgeFact> = (fact, hasPassed) => {
  if (fact.kind === 'age') return ageInWords(fact, hasPassed)
  if (fact.kind === 'future') {
    const ahead = `${upToSecond(fact.ahead)} in the future`
    return words(ahead, `at most ${duration(clockTolerance)} in the future`, `the alert is dated ${ahead}`)
  }
  const at = instantInText(fact.since)
  const still = `and does not expire while it waits for ${brokerName}`
  return fact.kind === 'held'
    ? words(`held at ${at}`, 'none', `you carry out now what *Stop everything* held back at ${at}`)
    : words(`in time at ${at}`, 'none', `this exit was in time at ${at}, ${still}`)
}

const ageInWords: InWords<AgeFact> = ({ age, most, isOfBar }, hasPassed) => {
  const actual = age === null ? 'no time' : `${age < 1_000 ? 'under 1 s' : upToSecond(age)} old`
  if (most === null) return words(actual, 'none', `the alert is ${actual}, and you set no limit`)
  const limit = duration(most)
  const required = `at most ${limit} old`
  if (hasPassed) return words(actual, required, `the alert is ${actual}, within your limit of ${limit}`)
  const bar = 'Its time is a full minute, as the opening of a bar is: use {{timenow}}, not {{time}}'
  const sentence =
    age === null
      ? `the alert has no time, so its age can’t be checked against your limit of ${limit}`
      : `the alert is ${actual}; your limit is ${limit}${isOfBar ? `. ${bar}` : ''}`
  return words(actual, required, sentence)
}
