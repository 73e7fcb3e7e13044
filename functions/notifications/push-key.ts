import { createECDH } from 'node:crypto'
import { deriveKeys } from '../aws/root-secret.ts'

/**
 * Derives the keys that identify this deployment to push services (VAPID, RFC 8292) from the root secret, in base64url.
 * A subscription accepts only the key that it was created with.
 */
export const readPushKeys = async () => {
  const { inUse, accepted } = await deriveKeys('push')
  return { inUse: pairOf(inUse), older: accepted.filter((key) => !key.equals(inUse)).map(pairOf) }
}

const pairOf = (d: Buffer) => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: d.toString('base64url') }
}
