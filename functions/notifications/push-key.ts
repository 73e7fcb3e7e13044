import { createECDH } from 'node:crypto'
import { deriveKey } from '../aws/root-secret.ts'

/**
 * The key by which push services know this deployment (VAPID, RFC 8292), derived from the root secret: another root voids
 * every subscription. In base64url.
 */
export const readPushKey = async () => {
  const d = await deriveKey('push')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: d.toString('base64url') }
}
