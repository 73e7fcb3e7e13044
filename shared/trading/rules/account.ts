import type { Instant } from '../../platform/units.ts'
import { blocked, held, passed, refused, type RuleResult, type Words } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { instantInText, listed } from '../../platform/words.ts'

/** Set by a timed rule or a limit: these watch what is open in both modes. */
const isOfClock = ({ isTimed, onlyDeal, onlyDeals }: Snapshot['alert']) =>
  isTimed === true || onlyDeal !== undefined || onlyDeals !== undefined

/**
 * The alert trades where it was accepted for, or nowhere. An exit that waits, and what a timed rule or a limit sends, does so
 * whichever mode its user is in by now.
 */
export const mode = ({ alert, captured, settings, waitsSince }: Snapshot): RuleResult<Words> => {
  if (settings.mode !== captured.mode && waitsSince === undefined && !isOfClock(alert))
    return blocked({
      actual: settings.mode,
      required: captured.mode,
      sentence: `the alert is for ${captured.mode}, but you now trade in ${settings.mode}`,
    })
  if (settings.accountId !== captured.accountId)
    return blocked({
      actual: `account ${settings.accountId ?? 'none'}`,
      required: `account ${captured.accountId ?? 'none'}`,
      sentence: `the ${captured.mode} account was changed after the alert was accepted`,
    })
  if (settings.credentialsVersion !== captured.credentialsVersion)
    return blocked({
      actual: `credentials ${settings.credentialsVersion}`,
      required: `credentials ${captured.credentialsVersion}`,
      sentence: `the ${captured.mode} credentials were changed after the alert was accepted`,
    })
  return passed({
    actual: captured.mode,
    required: captured.mode,
    sentence:
      settings.mode === captured.mode
        ? `you trade in ${captured.mode}, as when the alert was accepted`
        : waitsSince === undefined
          ? `timed rules and limits apply in ${captured.mode}, whichever mode you trade in`
          : `this exit has waited since you traded in ${captured.mode}`,
  })
}

/** How long, in milliseconds, what *Stop everything* held back may be carried out. */
const heldFor = 7 * 24 * 60 * 60_000

/** Until when an exit that is held back now may be carried out. */
export const carryOutBy = (now: Instant): Instant => now + heldFor

/** Only *Stop everything* holds back exits: they wait until their user has resumed. */
export const exitsNotHeld = ({ now, settings: { stoppedSince } }: Snapshot): RuleResult<Words> => {
  const required = 'exits are not held'
  if (stoppedSince === null)
    return passed({ actual: required, required, sentence: 'you have not stopped everything' })
  const since = instantInText(Date.parse(stoppedSince))
  return held(carryOutBy(now), {
    actual: `everything stopped since ${since}`,
    required,
    sentence: `you stopped everything at ${since}, so this was not carried out. You can carry it out once you resume trading`,
  })
}

export const tradingNotPaused = ({
  settings: { tradingPause, stoppedSince },
}: Snapshot): RuleResult<Words> => {
  const required = 'not paused'
  if (stoppedSince !== null) {
    const since = instantInText(Date.parse(stoppedSince))
    return refused({
      actual: `everything stopped since ${since}`,
      required,
      sentence: `you stopped everything at ${since}`,
    })
  }
  if (!tradingPause) return passed({ actual: required, required, sentence: 'trading is not paused' })
  const since = instantInText(Date.parse(tradingPause.at))
  if (tradingPause.by === 'OPERATOR')
    return refused({
      actual: `paused by an admin since ${since}`,
      required,
      sentence: `an admin paused your trading at ${since}${tradingPause.reason ? `: ${tradingPause.reason}` : ''}`,
    })
  return tradingPause.by === 'BRAKE'
    ? refused({
        actual: `paused by the safety brake since ${since}`,
        required,
        sentence: `the safety brake paused trading at ${since}: ${tradingPause.reason}`,
      })
    : refused({
        actual: `paused since ${since}`,
        required,
        sentence: `you paused trading at ${since}`,
      })
}

export const credentials = ({ captured, settings }: Snapshot): RuleResult<Words> => {
  const required = 'API key, username, password and account ID'
  const missing = [...settings.missingCredentials]
  if (settings.accountId === null && !missing.includes('account ID')) missing.push('account ID')
  return missing.length === 0
    ? passed({ actual: 'complete', required, sentence: `your ${captured.mode} credentials are complete` })
    : refused({
        actual: `no ${listed(missing)}`,
        required,
        sentence: `your ${captured.mode} settings have no ${listed(missing)}`,
      })
}
