import { putTotpKey, readFactors } from '../../accounts/factor-store.ts'
import { resealTotpSecret } from '../../accounts/totp.ts'
import { listAllUsers } from '../../accounts/user-store.ts'
import { describeError, log, withRequestId } from '../../aws/log.ts'
import { deriveKeys } from '../../aws/root-secret.ts'
import { readUserSecret } from '../../settings/user-secret-store.ts'
import { moveWebhookSecrets } from '../../settings/webhook-secret-store.ts'

/**
 * Moves everything that depends on the older root key to the newer key. It runs before `npm run operate -- root-secret
 * rotate` drops the older key. A run can be repeated, but two runs never happen at once.
 */
export const handler = withRequestId(async () => {
  if ((await deriveKeys('webhook-secret-index')).accepted.length < 2)
    throw new Error('The root secret holds one key')
  const users = await listAllUsers()
  let failed = 0
  for (const { id } of users) {
    try {
      await moveUser(id)
    } catch (error) {
      failed += 1
      log('error', 'user still needs the older root key', { userId: id, error: describeError(error) })
    }
  }
  return { users: users.length, failed }
})

const moveUser = async (userId: string) => {
  const secret = await readUserSecret(userId)
  if (secret) await moveWebhookSecrets(userId, secret)
  const { totp } = await readFactors(userId)
  if (!totp) return
  const key = await resealTotpSecret(userId, totp.key)
  if (key === null) throw new Error('No root key decrypts the authenticator key')
  await putTotpKey(userId, totp.key, key)
}
