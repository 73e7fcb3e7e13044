import { createECDH } from 'node:crypto'
import { deriveKey } from '../aws/root-secret.ts'

/**
 * The key by which push services know this deployment (VAPID, RFC 8292), derived from the root secret: another root voids
 * every subscription.
 */
export const readPushKey = async () => {
  const d = await deriveKey('push')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  const base64 = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  return {
    publicKey: point.toString('base64url'),
    privateJwk: { kty: 'EC', crv: 'P-256', x: base64(1, 33), y: base64(33, 65), d: d.toString('base64url') },
  }
}
