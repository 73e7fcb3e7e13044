import { blocked, passed, refused, type Verdict } from '../rule.ts'
import type { Snapshot } from '../snapshot.ts'
import { dayAndTime, listed } from '../words.ts'

/** The alert trades where it was accepted for, or nowhere. */
export const mode = ({ captured, settings }: Snapshot): Verdict => {
  if (settings.mode !== captured.mode)
    return blocked({
      saw: settings.mode,
      limit: captured.mode,
      sentence: `the alert came for ${captured.mode}, you trade in ${settings.mode} now`,
    })
  if (settings.accountId !== captured.accountId)
    return blocked({
      saw: `account ${settings.accountId ?? 'none'}`,
      limit: `account ${captured.accountId ?? 'none'}`,
      sentence: `the ${captured.mode} account was changed after the alert was accepted`,
    })
  if (settings.credentialsVersion !== captured.credentialsVersion)
    return blocked({
      saw: `credentials ${settings.credentialsVersion}`,
      limit: `credentials ${captured.credentialsVersion}`,
      sentence: `the ${captured.mode} credentials were changed after the alert was accepted`,
    })
  return passed({
    saw: captured.mode,
    limit: captured.mode,
    sentence: `you trade in ${captured.mode}, as when the alert was accepted`,
  })
}

export const tradingNotPaused = ({ settings: { tradingPause } }: Snapshot): Verdict => {
  const limit = 'not paused'
  if (!tradingPause) return passed({ saw: limit, limit, sentence: 'trading is not paused' })
  const since = dayAndTime(Date.parse(tradingPause.at))
  return tradingPause.by === 'BRAKE'
    ? refused({
        saw: `paused by the safety brake since ${since}`,
        limit,
        sentence: `the safety brake paused trading on ${since}: ${tradingPause.reason}`,
      })
    : refused({
        saw: `paused since ${since}`,
        limit,
        sentence: `you paused trading on ${since}`,
      })
}

export const credentials = ({ captured, settings }: Snapshot): Verdict => {
  const limit = 'API key, username, password and account ID'
  const missing = [...settings.missingCredentials]
  if (settings.accountId === null && !missing.includes('account ID')) missing.push('account ID')
  return missing.length === 0
    ? passed({ saw: 'complete', limit, sentence: `your ${captured.mode} credentials are complete` })
    : refused({
        saw: `no ${listed(missing)}`,
        limit,
        sentence: `your ${captured.mode} settings have no ${listed(missing)}`,
      })
}
