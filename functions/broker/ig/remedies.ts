import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { classOf, isDefaultAccountTrouble, isLoginThrottle } from './error-codes.ts'

const named = (mode: Mode) =>
  mode === 'LIVE' ? { own: 'live', other: 'demo' } : { own: 'demo', other: 'live' }

/**
 * Returns a hint that IG may refuse this server's address. Lambda sets AWS_REGION. On a local machine the hint is
 * empty.
 */
const serverMayBeRefused = () => {
  const region = process.env.AWS_REGION
  return region
    ? ` If the key works elsewhere, IG may refuse the address of this server (AWS region ${region}). Run npx signalpost test-login on your own machine to find out, then ask IG’s web API support.`
    : ''
}

const perCode: Readonly<Record<string, (mode: Mode) => string>> = {
  'error.security.invalid-details': (mode) => {
    const { own, other } = named(mode)
    return `Check that these are your ${own} details. IG’s demo has its own username and password, and a ${other} login gives the same error here. Then enter the password again. Don’t guess: IG locks the login after a few wrong attempts.`
  },
  'error.security.too-many-failed-attempts': () =>
    'Log in on IG’s website, reset your password if asked, and try again in a few minutes.',
  'error.security.api-key-invalid': (mode) =>
    `Copy the key again from IG’s website (My IG > Settings > API keys). Demo and live have separate keys. Use the ${named(mode).own} key here.${serverMayBeRefused()}`,
  'error.security.api-key-missing': () => 'Create an API key on IG’s website (My IG > Settings > API keys).',
  'error.security.api-key-disabled': () => 'Enable the key on IG’s website (My IG > Settings > API keys).',
  'error.security.api-key-restricted': () =>
    'Ask IG’s web API support why the key is restricted, or make another one.',
  'error.security.api-key-revoked': () =>
    'Create a new API key on IG’s website (My IG > Settings > API keys).',
  'unauthorised.api-key.revoked': () => 'Create a new API key on IG’s website (My IG > Settings > API keys).',
  'unauthorised.clientId.api-key.mismatch': () =>
    'Log in on IG’s website with this username and create a key there. A key only works with its own login.',
  'endpoint.unavailable.for.api-key': (mode) =>
    `The key may belong to IG’s ${named(mode).other} site: make one on the ${named(mode).own} site.`,
  'validation.pattern.invalid.authenticationRequest.identifier': () =>
    'Enter the username that IG’s website shows under My IG > Settings.',
  'error.public-api.failure.missing.credentials': () =>
    'Turn off two-factor authentication at IG for this login, if IG allows it. IG Singapore requires it, so its accounts can’t be used here.',
  'error.public-api.failure.kyc.required': () => 'Log in on IG’s website and answer the questions it shows.',
  'error.public-api.failure.encryption.required': () =>
    'Ask IG’s web API support to turn off password encryption for this login. IG Singapore requires it, so its accounts can’t be used here.',
  'error.public-api.failure.pending.agreements.required': () =>
    'Log in on IG’s website and accept the agreements it shows.',
  'error.public-api.failure.preferred.account.not.set': () =>
    'Choose a default account on IG’s website (My IG > Settings).',
  'error.public-api.failure.preferred.account.disabled': () =>
    'Choose another default account on IG’s website (My IG > Settings). The current one is disabled.',
  'error.security.account-migrated': () => 'Ask IG’s web API support which login the account has now.',
  'error.security.account-suspended': () => 'Ask IG’s support why the account is suspended.',
  'error.security.client-suspended': () => 'Ask IG’s support why the login is suspended.',
  'error.security.all-accounts-suspended': () => 'Ask IG’s support why the accounts are suspended.',
  'error.security.account-not-yet-activated': () => 'Finish opening the account on IG’s website.',
  'error.security.all-accounts-pending': () => 'Finish opening an account on IG’s website.',
}

/** What a user can do about a rejected login. */
export const remedyFor = (code: string | null, mode: Mode): string => {
  if (isDefaultAccountTrouble(code))
    return 'On IG’s website (My IG > Settings), make the spread bet or CFD account your default. Then test again.'
  if (isLoginThrottle(code)) return 'Wait three minutes, then try again once. Each try makes IG wait longer.'
  const known = code === null ? undefined : perCode[code]
  if (known) return known(mode)
  if (classOf(code) === 'allowance') return 'Wait a minute, and close other programs that use this API key.'
  return `Try these details on IG’s ${named(mode).own} website. It may show a clearer error.`
}
