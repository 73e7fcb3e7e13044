import { VisibleError } from '../../shared/error.ts'
import { type Credentials, secretMask, type SettingsUpdate, TradingRules } from '../../shared/settings.ts'
import type { Mode } from '../../shared/user.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { endpoint } from '../lib/endpoint.ts'
import { settingsView } from '../lib/settings-view.ts'
import { findCaller } from '../stores/sessions.ts'
import { credentialState, getUserSettings, saveSettings, type StoredSettings } from '../stores/settings.ts'
import { readUserSecret, writeUserSecret } from '../stores/user-secrets.ts'
import { deleteWebhookSecret, findSecretOwner, putWebhookSecret } from '../stores/webhook-secrets.ts'

/**
 * Saves settings: the secret first, then what leads alerts to it, then the settings row, which is what decides. A
 * crash in between leaves alerts captured under what the row does not say yet, and those are blocked, not traded.
 */
export const handler = endpoint(
  'updateSettings',
  async ({ request, caller }) => {
    const { userId } = caller
    const [settings, before] = await Promise.all([getUserSettings(userId), readUserSecret(userId)])
    if (!settings || !before) throw new VisibleError('NOT_FOUND', 'There are no settings of this user')
    const after = credentialsOf(request, before)
    await refuseForeignSecrets(userId, after)

    const next: StoredSettings = {
      ...settings,
      version: settings.version + 1,
      mode: request.mode,
      rules: rulesOf(request),
      credentials: {
        DEMO: credentialState(before, after, 'DEMO', settings.credentials.DEMO),
        LIVE: credentialState(before, after, 'LIVE', settings.credentials.LIVE),
      },
    }
    await writeUserSecret(userId, after)
    for (const mode of ['DEMO', 'LIVE'] as const) {
      const { accountId, version } = next.credentials[mode]
      const captured = { mode, accountId, credentialsVersion: version }
      await putWebhookSecret(secretOf(after, mode), { userId, captured })
    }
    if (!(await saveSettings(next)))
      throw new VisibleError(
        'CHANGED_MEANWHILE',
        'Your settings were changed elsewhere. Please reload and try again',
      )
    for (const mode of ['DEMO', 'LIVE'] as const) {
      const old = secretOf(before, mode)
      if (old !== after.demoWebhookSecret && old !== after.liveWebhookSecret)
        await deleteWebhookSecret(old, userId)
    }
    await logAuthentication(userId, 'Settings changed', {
      mode: next.mode,
      changed: changesOf(settings, next, before, after),
    })
    return settingsView(next, after)
  },
  findCaller,
)

const rulesOf = (request: SettingsUpdate): TradingRules => {
  const rules: Record<string, unknown> = {}
  for (const field of Object.keys(TradingRules.shape)) rules[field] = request[field as keyof TradingRules]
  return rules as TradingRules
}

const secretOf = (credentials: Credentials, mode: Mode) =>
  mode === 'DEMO' ? credentials.demoWebhookSecret : credentials.liveWebhookSecret

/** Empty text is null; the mask means unchanged, and is never stored. */
const credentialsOf = (request: SettingsUpdate, before: Credentials): Credentials => {
  const kept = (field: 'liveApiKey' | 'livePassword') =>
    request[field] === secretMask ? before[field] : request[field] || null
  const after: Credentials = {
    demoApiKey: request.demoApiKey || null,
    demoUsername: request.demoUsername || null,
    demoPassword: request.demoPassword || null,
    demoAccountId: request.demoAccountId || null,
    demoWebhookSecret: request.demoWebhookSecret,
    liveApiKey: kept('liveApiKey'),
    liveUsername: request.liveUsername || null,
    livePassword: kept('livePassword'),
    liveAccountId: request.liveAccountId || null,
    liveWebhookSecret: request.liveWebhookSecret,
  }
  const masked = Object.entries(after).find(([, value]) => value === secretMask)
  if (masked)
    throw new VisibleError('INVALID_REQUEST', 'The mask of a secret cannot be saved as a secret', {
      [masked[0]]: 'is only the mask of a secret',
    })
  if (after.demoWebhookSecret === after.liveWebhookSecret)
    throw new VisibleError('INVALID_REQUEST', 'The demo and live webhook secrets must differ', {
      live_webhook_secret: 'must differ from the demo webhook secret',
    })
  return after
}

const refuseForeignSecrets = async (
  userId: string,
  { demoWebhookSecret, liveWebhookSecret }: Credentials,
) => {
  for (const [field, secret] of Object.entries({
    demo_webhook_secret: demoWebhookSecret,
    live_webhook_secret: liveWebhookSecret,
  })) {
    const owner = await findSecretOwner(secret)
    // Said as little as can be: that a secret is in use is all that anybody may learn.
    if (owner && owner.userId !== userId)
      throw new VisibleError('INVALID_REQUEST', 'Please rotate this webhook secret', {
        [field]: 'cannot be used',
      })
  }
}

/** Names of what changed; of secrets never more than the name. */
const changesOf = (old: StoredSettings, next: StoredSettings, before: Credentials, after: Credentials) => [
  ...(old.mode === next.mode ? [] : ['mode']),
  ...Object.keys(next.rules).filter(
    (field) => old.rules[field as keyof TradingRules] !== next.rules[field as keyof TradingRules],
  ),
  ...Object.keys(after).filter(
    (field) => before[field as keyof Credentials] !== after[field as keyof Credentials],
  ),
]
