import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { abandonSaving, beginSaving } from '../settings/save-in-steps.ts'
import { type NotificationAddresses, readUserSecret, writeUserSecret } from '../settings/user-secret-store.ts'

/**
 * Reads the addresses of a user's channels. They are stored in the user's secret, because some of them are secret
 * themselves.
 */

export const readAddresses = async (userId: string): Promise<NotificationAddresses> =>
  (await readUserSecret(userId))?.notices ?? {}

/**
 * Changes a user's addresses. Saving the settings writes the same secret, so both use the same lock.
 * @throws VisibleError TRY_AGAIN, NOT_FOUND
 */
export const changeAddresses = async (
  userId: string,
  change: (before: NotificationAddresses) => NotificationAddresses,
): Promise<NotificationAddresses> => {
  const saver = randomUUID()
  const begun = await takeTurn(userId, saver)
  try {
    const secret = await readUserSecret(userId)
    if (!secret) throw new VisibleError('NOT_FOUND', 'Settings not found')
    const after = change(secret.notices ?? {})
    await writeUserSecret(userId, { ...secret, notices: after })
    return after
  } finally {
    await abandonSaving(userId, saver, begun.wasUnfinished)
  }
}

const pollEveryMs = 200
const maxPolls = 20

const takeTurn = async (userId: string, saver: string) => {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const begun = await beginSaving(userId, saver, Date.now())
    if (begun) return begun
    await wait(pollEveryMs)
  }
  throw new VisibleError('TRY_AGAIN', 'Your settings are being saved. Try again in a moment')
}

/** Creates a secret in the form of Standard Webhooks 1.0.0, which requires `whsec_` and 24 to 64 bytes in base64. */
export const newSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Hashes a value that must not be readable in a table. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
