import type { Mode } from '../../../shared/user.ts'
import { classOf, isDefaultAccountTrouble } from './error-codes.ts'

const named = (mode: Mode) =>
  mode === 'LIVE' ? { own: 'live', other: 'demo' } : { own: 'demo', other: 'live' }

const perCode: Readonly<Record<string, (mode: Mode) => string>> = {
  'error.security.invalid-details': (mode) => {
    const { own, other } = named(mode)
    return `First make sure that these are the ${own} details: a ${other} login is refused here with the same words, and IG’s demo has a username and password of its own. Then type the password again. Do not guess: IG locks the login after a few wrong ones.`
  },
  'error.security.too-many-failed-attempts': () =>
    'Sign in on IG’s own site, reset the password there if it asks, and come back after some minutes.',
  'error.security.api-key-invalid': (mode) =>
    `Copy the key again from IG’s site, My IG, Settings, API keys. Demo and live have keys of their own: here belongs the ${named(mode).own} one.`,
  'error.security.api-key-missing': () => 'Make an API key on IG’s site, My IG, Settings, API keys.',
  'error.security.api-key-disabled': () => 'Enable the key on IG’s site, My IG, Settings, API keys.',
  'error.security.api-key-restricted': () =>
    'Ask IG’s web API support why the key is restricted, or make another one.',
  'error.security.api-key-revoked': () => 'Make a new API key on IG’s site, My IG, Settings, API keys.',
  'unauthorised.api-key.revoked': () => 'Make a new API key on IG’s site, My IG, Settings, API keys.',
  'unauthorised.clientId.api-key.mismatch': () =>
    'Sign in on IG’s site with this username and make a key there: a key works for its own login only.',
  'endpoint.unavailable.for.api-key': (mode) =>
    `The key may belong to IG’s ${named(mode).other} site: make one on the ${named(mode).own} site.`,
  'error.public-api.failure.encryption.required': () =>
    'Ask IG’s web API support to lift the encryption of this login’s password.',
  'error.public-api.failure.pending.agreements.required': () =>
    'Sign in on IG’s own site and accept the agreements that it shows.',
  'error.public-api.failure.preferred.account.not.set': () =>
    'Choose a default account on IG’s site, My IG, Settings.',
  'error.public-api.failure.preferred.account.disabled': () =>
    'Choose another default account on IG’s site, My IG, Settings: the present one is disabled.',
  'error.security.account-suspended': () => 'Ask IG’s support why the account is suspended.',
  'error.security.client-suspended': () => 'Ask IG’s support why the login is suspended.',
  'error.security.account-not-yet-activated': () => 'Finish opening the account on IG’s own site.',
}

/** What a person can do about a refused login. */
export const remedyFor = (code: string | null, mode: Mode): string => {
  if (isDefaultAccountTrouble(code))
    return 'On IG’s site, My IG, Settings, make the spread-bet or CFD account the default one, and test again.'
  const known = code === null ? undefined : perCode[code]
  if (known) return known(mode)
  if (classOf(code) === 'allowance') return 'Wait a minute, and close other programs that use this API key.'
  return `Sign in on IG’s own ${named(mode).own} site with these details: what it says there says more.`
}
