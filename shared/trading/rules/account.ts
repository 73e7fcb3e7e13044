import type { Mode } from '../../accounts/user.schema.ts'
import type { TradingPause } from '../../settings/settings.schema.ts'
import type { Instant } from '../../platform/units.ts'
import { blocked, held, passed, refused, words, type InWords, type RuleResult } from '../model/rule.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { instantInText, listed } from '../../platform/words.ts'

/** Whether the alert comes from a timed rule or a limit. Such an alert trades even if the user has left its mode. */
const isOfClock = ({ isTimed, onlyDeal, onlyDeals }: Snapshot['alert']) =>
  isTimed === true || onlyDeal !== undefined || onlyDeals !== undefined

/**
 * @property mode the mode for which the alert was accepted
 * @property waits whether the alert is an exit that has waited
 */
type ModeFact = {
  readonly kind: 'mode' | 'account' | 'credentials'
  readonly mode: Mode
  readonly accepted: string | number | null
  readonly now: string | number | null
  readonly waits: boolean
}

/**
 * An alert trades only in the mode for which it was accepted. Waiting exits, and alerts of timed rules and limits,
 * trade in that mode even if the user has left it.
 */
export const mode = ({ alert, captured, settings, waitsSince }: Snapshot): RuleResult<ModeFact> => {
  const waits = waitsSince !== undefined
  const fact = {
    kind: 'mode',
    mode: captured.mode,
    accepted: captured.mode,
    now: settings.mode,
    waits,
  } as const
  if (settings.mode !== captured.mode && !waits && !isOfClock(alert)) return blocked(fact)
  const changed = (kind: ModeFact['kind'], name: 'accountId' | 'credentialsVersion') =>
    blocked({ ...fact, kind, accepted: captured[name], now: settings[name] })
  if (settings.accountId !== captured.accountId) return changed('account', 'accountId')
  return settings.credentialsVersion === captured.credentialsVersion
    ? passed(fact)
    : changed('credentials', 'credentialsVersion')
}

export const modeInWords: InWords<ModeFact> = ({ kind, mode, accepted, now, waits }, hasPassed) => {
  if (kind !== 'mode') {
    const sentence = `the ${mode} ${kind} ${kind === 'account' ? 'was' : 'were'} changed after the alert was accepted`
    return words(`${kind} ${now ?? 'none'}`, `${kind} ${accepted ?? 'none'}`, sentence)
  }
  if (!hasPassed) return words(`${now}`, mode, `the alert is for ${mode}, but you now trade in ${now}`)
  if (now === mode) return words(mode, mode, `you trade in ${mode}, as when the alert was accepted`)
  return waits
    ? words(mode, mode, `this exit has waited since you traded in ${mode}`)
    : words(mode, mode, `timed rules and limits apply in ${mode}, whichever mode you trade in`)
}

/** Milliseconds for which an exit that *Stop everything* holds may be carried out. */
const heldFor = 7 * 24 * 60 * 60_000

/** Returns the time until which an exit that is held now may be carried out. */
export const carryOutBy = (now: Instant): Instant => now + heldFor

type Pause = { readonly by: 'STOP' | TradingPause['by']; readonly since: Instant; readonly reason: string }
type PauseFact = { readonly holds: 'entries' | 'exits'; readonly pause: Pause | null }

const stopAt = (since: string): Pause => ({ by: 'STOP', since: Date.parse(since), reason: '' })

/** Only *Stop everything* holds exits. It holds them until the user resumes. */
export const exitsNotHeld = ({ now, settings: { stoppedSince } }: Snapshot): RuleResult<PauseFact> =>
  stoppedSince === null
    ? passed({ holds: 'exits', pause: null })
    : held(carryOutBy(now), { holds: 'exits', pause: stopAt(stoppedSince) })

export const tradingNotPaused = ({
  settings: { tradingPause, stoppedSince },
}: Snapshot): RuleResult<PauseFact> => {
  if (stoppedSince !== null) return refused({ holds: 'entries', pause: stopAt(stoppedSince) })
  if (!tradingPause) return passed({ holds: 'entries', pause: null })
  const { by, at, reason } = tradingPause
  return refused({ holds: 'entries', pause: { by, since: Date.parse(at), reason } })
}

export const pauseInWords: InWords<PauseFact> = ({ holds, pause }) => {
  const isExit = holds === 'exits'
  const required = isExit ? 'exits are not held' : 'not paused'
  if (!pause)
    return words(required, required, isExit ? 'you have not stopped everything' : 'trading is not paused')
  const { by, reason } = pause
  const since = instantInText(pause.since)
  const then = isExit ? ', so this was not carried out. You can carry it out once you resume trading' : ''
  const [state, sentence] = (
    {
      STOP: ['everything stopped', `you stopped everything at ${since}${then}`],
      OPERATOR: ['paused by an admin', `an admin paused your trading at ${since}${reason && `: ${reason}`}`],
      BRAKE: ['paused by the safety brake', `the safety brake paused trading at ${since}: ${reason}`],
      USER: ['paused', `you paused trading at ${since}`],
    } as const
  )[by]
  return words(`${state} since ${since}`, required, sentence)
}

type CredentialsFact = { readonly mode: Mode; readonly missing: readonly string[] }

export const credentials = ({
  captured: { mode },
  settings: { accountId, missingCredentials },
}: Snapshot): RuleResult<CredentialsFact> => {
  const missing =
    accountId === null ? [...new Set([...missingCredentials, 'account ID'])] : missingCredentials
  return missing.length === 0 ? passed({ mode, missing }) : refused({ mode, missing })
}

export const credentialsInWords: InWords<CredentialsFact> = ({ mode, missing }, hasPassed) => {
  const required = 'API key, username, password and account ID'
  return hasPassed
    ? words('complete', required, `your ${mode} credentials are complete`)
    : words(`no ${listed(missing)}`, required, `your ${mode} settings have no ${listed(missing)}`)
}
