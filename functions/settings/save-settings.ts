import { isDeepStrictEqual } from 'node:util'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestOf } from '../../shared/contract/index.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Credentials, SettingsUpdate } from '../../shared/settings/settings.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { deleteItems, findItems } from '../aws/delete-items.ts'
import { abandonSaving, beginSaving, finishSaving, savingTime } from './save-in-steps.ts'
import {
  type CredentialState,
  credentialState,
  getUserSettings,
  type StoredSettings,
} from './settings-store.ts'
import { admitTry, throttles } from '../aws/throttle.ts'
import { readUserSecret, type UserSecret, writeUserSecret } from './user-secret-store.ts'
import {
  deleteWebhookSecret,
  findSecretOwner,
  putWebhookSecrets,
  retireWebhookSecret,
  webhookSecretKeys,
} from './webhook-secret-store.ts'
import { changesInWords, changesOf, credentialsOf, loosened, rulesOf, secretOf } from './settings-change.ts'
import { noSettings } from './trading-state.ts'
import { leastOwnSecret } from '../../shared/settings/webhook-secret.ts'
import { isWeakSecret } from './webhook-secret.ts'

const modes = ['DEMO', 'LIVE'] as const

export type Saved = {
  readonly settings: StoredSettings
  readonly credentials: Credentials
  /** Names of the changed fields. */
  readonly changed: readonly string[]
  /** Descriptions of the changes, with old and new values. */
  readonly words: readonly string[]
  /** The modes with changed credentials, each with the previous state. */
  readonly newCredentials: readonly { readonly mode: Mode; readonly before: CredentialState }[]
}

/** Maximum milliseconds of an AWS call with its retries: three attempts of up to 2 s, and the pauses between them. */
const longestCall = 7_000
/** Milliseconds between two checks whether the previous save has ended. */
const pollEveryMs = 200

/** Optional checks before a save. Each throws an error if the change is not allowed. */
export type SaveChecks = {
  readonly admitLoosening?: (what: NonNullable<ReturnType<typeof loosened>>) => Promise<void>
  /** Called for each login that the save will check at IG. */
  readonly admitLogin?: (
    settings: StoredSettings,
    saved: Credentials,
    login: { readonly mode: Mode; readonly username: string },
    now: number,
  ) => Promise<void>
}

/**
 * Saves settings. A user's saves run one at a time, because each marks the settings row when it starts. A save writes
 * the user's secret first, then the rows that map webhook secrets to the user, and the settings row last. After a crash
 * in between, alerts don't match the settings row, so they are blocked, and the next save repairs everything. A save
 * that starts during another waits. It is refused if the other save changes something, and continues if the other save
 * was cut off.
 * @param asked a missing field keeps its current value
 * @throws VisibleError INVALID_REQUEST, NOT_FOUND, CHANGED_MEANWHILE, TRY_AGAIN
 */
export const saveUserSettings = async (
  userId: string,
  asked: RequestOf<'updateSettings'>,
  checks: SaveChecks = {},
): Promise<Saved> => {
  const saver = randomUUID()
  const begun = await beginAlone(userId, saver)
  let before: UserSecret
  let after: Credentials
  let request: SettingsUpdate
  try {
    before = await secretsOf(userId)
    const { mode, rules } = begun.settings
    const { notices: _, ...credentials } = before
    request = { mode, ...rules, ...credentials, ...asked } as SettingsUpdate
    after = credentialsOf(request, before)
    const loosens = loosened(begun.settings, request, before, after)
    if (loosens) await checks.admitLoosening?.(loosens)
    await refuseForeignSecrets(userId, before, after)
    await admitNewCredentials(begun.settings, before, after, checks)
  } catch (error) {
    // Nothing has been written, so the next save need not wait until this save expires.
    await abandonSaving(userId, saver, begun.wasUnfinished)
    throw error
  }
  const saved = await write(begun, before, after, request)
  refuseIfLate(begun)
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

const beginAlone = async (userId: string, saver: string): Promise<Begun> => {
  const started = Date.now()
  let version: number | undefined
  for (;;) {
    const begun = await beginSaving(userId, saver, Date.now())
    if (begun && (version === undefined || begun.settings.version === version)) return begun
    if (begun) await abandonSaving(userId, saver, begun.wasUnfinished)
    const current = await getUserSettings(userId)
    version ??= current?.version
    if (!current || current.version !== version || Date.now() - started > savingTime + longestCall)
      throw await whyNot(userId)
    await wait(pollEveryMs)
  }
}

/** Refuses to continue a save that is late, because its writes could overlap with the next save. */
const refuseIfLate = ({ until }: Begun) => {
  if (Date.now() > until - longestCall)
    throw new VisibleError('TRY_AGAIN', 'Saving took too long and was stopped. Save again')
}

const write = async (
  begun: Begun,
  before: UserSecret,
  after: Credentials,
  request: SettingsUpdate,
): Promise<Saved> => {
  const { settings: old, wasUnfinished } = begun
  const { userId } = old
  // It is unknown what an unfinished save wrote, so every credential is treated as new.
  const known = wasUnfinished ? null : before
  const credentials = {
    DEMO: credentialState(known, after, 'DEMO', old.credentials.DEMO),
    LIVE: credentialState(known, after, 'LIVE', old.credentials.LIVE),
  }
  const goesLive = request.mode === 'LIVE' && old.mode !== 'LIVE'
  const settings: StoredSettings = {
    ...old,
    mode: request.mode,
    rules: rulesOf(request),
    credentials,
    liveSince: goesLive ? Date.now() : old.liveSince,
  }
  refuseIfLate(begun)
  const secret = { ...(before.notices ? { notices: before.notices } : {}), ...after }
  // AWS allows about a hundred versions of a secret per day, so an unchanged secret is not written. Most saves change
  // only rules.
  if (wasUnfinished || !isDeepStrictEqual(secret, before)) await writeUserSecret(userId, secret)
  refuseIfLate(begun)
  await putWebhookSecrets(userId, after, credentials)
  if (wasUnfinished) await deleteAllWebhookSecretsBut(userId, after, () => refuseIfLate(begun))
  else
    for (const mode of modes) {
      const secret = secretOf(before, mode)
      if (modes.some((each) => secretOf(after, each) === secret)) continue
      refuseIfLate(begun)
      await retireWebhookSecret(secret, { userId, mode }, Date.now())
    }
  return {
    settings,
    credentials: after,
    changed: changesOf(old, settings, before, after),
    words: changesInWords(old, settings, before, after),
    newCredentials: modes
      .filter((mode) => credentials[mode].version !== old.credentials[mode].version)
      .map((mode) => ({ mode, before: old.credentials[mode] })),
  }
}

const whyNot = async (userId: string) =>
  (await getUserSettings(userId))
    ? new VisibleError(
        'CHANGED_MEANWHILE',
        'Your settings were changed in another session. Reload and try again',
      )
    : noSettings()

/**
 * If the user was deleted during the save, deletes the rows of the webhook secrets, so that no alert is accepted. The
 * deletion of the user removes the credentials once no alert in flight needs them.
 */
const undoIfDeleted = async (userId: string, after: Credentials) => {
  if (await getUserSettings(userId)) return
  for (const mode of modes) await deleteWebhookSecret(secretOf(after, mode), userId)
}

const always = () => true

const deleteAllWebhookSecretsBut = async (
  userId: string,
  credentials: Credentials,
  refuseIfLate: () => void,
) => {
  const kept = new Set(
    (await Promise.all(modes.map((mode) => webhookSecretKeys(secretOf(credentials, mode))))).flat(),
  )
  const isOld = (item: Readonly<Record<string, unknown>>) =>
    item.userId === userId && !kept.has(item.pk as string)
  const old = await findItems('webhookSecrets', ['userId'], isOld)
  refuseIfLate()
  await deleteItems('webhookSecrets', old, always)
}

/**
 * Checks whether new credentials may be saved.
 * @throws VisibleError TOO_MANY_ATTEMPTS
 */
const admitNewCredentials = async (
  old: StoredSettings,
  before: Credentials,
  after: Credentials,
  { admitLogin }: SaveChecks,
) => {
  const now = Date.now()
  for (const mode of modes) {
    const last = old.credentials[mode]
    const next = credentialState(before, after, mode, last)
    const username = after[mode === 'DEMO' ? 'demoUsername' : 'liveUsername']
    if (next.version === last.version || next.missing.length > 0 || !username) continue
    await admitLogin?.(old, before, { mode, username }, now)
  }
}

/**
 * Refuses another user's secret with the same error as a weak secret, and counts each attempt. Otherwise saving would
 * reveal which secrets exist.
 */
const refuseForeignSecrets = async (userId: string, before: Credentials, after: Credentials) => {
  const now = Date.now()
  for (const [field, mode] of [
    ['demo_webhook_secret', 'DEMO'],
    ['live_webhook_secret', 'LIVE'],
  ] as const) {
    const secret = secretOf(after, mode)
    if (modes.some((each) => secretOf(before, each) === secret)) continue
    await admitTry(throttles.ownSecrets, userId, now)
    const owner = await findSecretOwner(secret)
    if ((owner && owner.userId !== userId) || isWeakSecret(secret))
      throw new VisibleError('INVALID_REQUEST', 'Rotate this webhook secret', {
        [field]: `too weak: your own secret needs at least ${leastOwnSecret} characters that are hard to guess`,
      })
  }
}
