import { createECDH } from 'node:crypto'
import { deriveKeys } from '../aws/root-secret.ts'

/**
 * Reads the key by which push services identify this deployment (VAPID, RFC 8292), derived from the root secret, in
 * base64url. A subscription is bound to the key with which it was created.
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
