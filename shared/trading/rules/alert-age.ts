import { brokerName } from '../model/broker-name.ts'
import { expired, passed, refused, type RuleResult, type Words } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Instant } from '../../platform/units.ts'
import { duration, instantInText } from '../../platform/words.ts'

/** How far an alert's own clock may be ahead of ours, in milliseconds. */
const clockTolerance = 60_000

/** So that what is a little over a limit never reads as if it kept it. */
const upToSecond = (milliseconds: number) => Math.ceil(milliseconds / 1000) * 1000

/** TradingView's `{{time}}` is when the bar opened, always a full minute. */
const barTime = (firedAt: Instant, acceptedAt: Instant, most: number) =>
  firedAt % 60_000 === 0 && acceptedAt - firedAt > most
    ? '. Its time is a full minute, as the opening of a bar is: use {{timenow}}, not {{time}}'
    : ''

export const alertAge = (snapshot: Snapshot): RuleResult<Words> => {
  const { now, acceptedAt, settings, heldAt, takenAt = now, waitsSince } = snapshot
  const { firedAt } = snapshot.alert
  if (heldAt !== undefined)
    return passed({
      actual: `held at ${instantInText(heldAt)}`,
      required: 'none',
      sentence: `you carry out now what *Stop everything* held back at ${instantInText(heldAt)}`,
    })
  if (waitsSince !== undefined)
    return passed({
      actual: `in time at ${instantInText(waitsSince)}`,
      required: 'none',
      sentence: `this exit was in time at ${instantInText(waitsSince)}, and does not expire while it waits for ${brokerName}`,
    })
  const ahead = (firedAt ?? now) - now
  if (ahead > clockTolerance)
    return refused({
      actual: `${duration(upToSecond(ahead))} in the future`,
      required: `at most ${duration(clockTolerance)} in the future`,
      sentence: `the alert is dated ${duration(upToSecond(ahead))} in the future`,
    })

  const age = Math.max(0, takenAt - Math.min(firedAt ?? acceptedAt, acceptedAt))
  const actual = `${age < 1_000 ? 'under 1 s' : duration(upToSecond(age))} old`
  if (!settings.enforceMaximumAlertAgeInSeconds)
    return passed({ actual, required: 'none', sentence: `the alert is ${actual}, and you set no limit` })

  const most = settings.maximumAlertAgeInSeconds * 1000
  const required = `at most ${duration(most)} old`
  if (firedAt === null)
    return refused({
      actual: 'no time',
      required,
      sentence: `the alert has no time, so its age can’t be checked against your limit of ${duration(most)}`,
    })
  return age > most
    ? expired({
        actual,
        required,
        sentence: `the alert is ${actual}; your limit is ${duration(most)}${barTime(firedAt, acceptedAt, most)}`,
      })
    : passed({ actual, required, sentence: `the alert is ${actual}, within your limit of ${duration(most)}` })
}
