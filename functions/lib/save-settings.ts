import { randomUUID } from 'node:crypto'
import { VisibleError } from '../../shared/error.ts'
import type { Credentials, SettingsUpdate } from '../../shared/settings.ts'
import type { Mode } from '../../shared/user.ts'
import { deleteItems, findItems } from '../stores/erasure.ts'
import {
  abandonSaving,
  beginSaving,
  type CredentialState,
  credentialState,
  finishSaving,
  getUserSettings,
  type StoredSettings,
} from '../stores/settings.ts'
import { deleteUserSecret, readUserSecret, writeUserSecret } from '../stores/user-secrets.ts'
import {
  deleteWebhookSecret,
  findSecretOwner,
  putWebhookSecrets,
  webhookSecretKey,
} from '../stores/webhook-secrets.ts'
import { changesOf, credentialsOf, rulesOf, secretOf } from './settings-change.ts'
import { noSettings } from './settings-view.ts'

const modes = ['DEMO', 'LIVE'] as const

export type Saved = {
  readonly settings: StoredSettings
  readonly credentials: Credentials
  /** Names of the fields that changed. */
  readonly changed: readonly string[]
  /** Modes whose credentials changed, with what was known of them before. */
  readonly newCredentials: readonly { readonly mode: Mode; readonly before: CredentialState }[]
}

/**
 * Saves settings. One save at a time: the settings row says that one has begun. Then the secret, what leads alerts to
 * it, and last the row itself, which decides. A crash in between leaves alerts captured under what the row does not
 * say yet: they are blocked, not traded, and the next save puts everything right.
 * @throws VisibleError INVALID_REQUEST, NOT_FOUND, CHANGED_MEANWHILE
 */
export const saveUserSettings = async (userId: string, request: SettingsUpdate): Promise<Saved> => {
  const saver = randomUUID()
  const begun = await beginSaving(userId, saver, Date.now())
  if (!begun) throw await whyNot(userId)
  let before: Credentials
  let after: Credentials
  try {
    before = await secretsOf(userId)
    after = credentialsOf(request, before)
    await refuseForeignSecrets(userId, after)
  } catch (error) {
    // Nothing is written yet: nobody has to wait for this save to grow old.
    await abandonSaving(userId, saver, begun.wasUnfinished)
    throw error
  }
  const saved = await write(begun, before, after, request)
  if (await finishSaving(saved.settings, saver)) return saved
  await undoIfDeleted(userId, after)
  throw await whyNot(userId)
}

const secretsOf = async (userId: string) => {
  const credentials = await readUserSecret(userId)
  if (!credentials) throw noSettings()
  return credentials
}

type Begun = NonNullable<Awaited<ReturnType<typeof beginSaving>>>

const write = async (
  { settings: old, wasUnfinished }: Begun,
  before: Credentials,
  after: Credentials,
  request: SettingsUpdate,
): Promise<Saved> => {
  const { userId } = old
  // What an unfinished save wrote nobody knows: then every credential counts as new.
  const known = wasUnfinished ? null : before
  const credentials = {
    DEMO: credentialState(known, after, 'DEMO', old.credentials.DEMO),
    LIVE: credentialState(known, after, 'LIVE', old.credentials.LIVE),
  }
  const settings: StoredSettings = { ...old, mode: request.mode, rules: rulesOf(request), credentials }
  await writeUserSecret(userId, after)
  await putWebhookSecrets(userId, after, credentials)
  if (wasUnfinished) await deleteAllWebhookSecretsBut(userId, after)
  else
    for (const secret of modes.map((mode) => secretOf(before, mode)))
      if (!modes.some((mode) => secretOf(after, mode) === secret)) await deleteWebhookSecret(secret, userId)
  return {
    settings,
    credentials: after,
    changed: changesOf(old, settings, before, after),
    newCredentials: modes
      .filter((mode) => credentials[mode].version !== old.credentials[mode].version)
      .map((mode) => ({ mode, before: old.credentials[mode] })),
  }
}

const whyNot = async (userId: string) =>
  (await getUserSettings(userId))
    ? new VisibleError(
        'CHANGED_MEANWHILE',
        'Your settings are being changed elsewhere. Please reload and try again',
      )
    : noSettings()

/** The user was deleted while this save was under way: what it wrote goes, too. */
const undoIfDeleted = async (userId: string, after: Credentials) => {
  if (await getUserSettings(userId)) return
  for (const mode of modes) await deleteWebhookSecret(secretOf(after, mode), userId)
  await deleteUserSecret(userId)
}

const always = () => true

const deleteAllWebhookSecretsBut = async (userId: string, credentials: Credentials) => {
  const kept = new Set(
    await Promise.all(modes.map(async (mode) => (await webhookSecretKey(secretOf(credentials, mode))).pk)),
  )
  const isOld = (item: Readonly<Record<string, unknown>>) =>
    item.userId === userId && !kept.has(item.pk as string)
  await deleteItems(
    'webhookSecrets',
    (await findItems('webhookSecrets', ['userId'], isOld, always)) ?? [],
    always,
  )
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
