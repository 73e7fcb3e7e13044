import { constants, createHash, createPublicKey, privateDecrypt, publicEncrypt } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * A secret that only an operator's RSA key can decrypt, so that it can be stored in another account. It uses RSA-OAEP
 * with SHA-256, and OpenSSL can decrypt it: `openssl pkeyutl -decrypt -inkey KEY -pkeyopt rsa_padding_mode:oaep
 * -pkeyopt rsa_oaep_md:sha256`
 */
export const SealedSecret = z.object({
  /** Name of the stack to which the secret belongs. */
  stack: z.string(),
  at: z.iso.datetime(),
  /** SHA-256 of the public key (DER, SPKI). It shows which key decrypts the secret. */
  key: z.string(),
  /** The encrypted secret in base64. */
  sealed: z.string(),
})
export type SealedSecret = z.infer<typeof SealedSecret>

const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const

const nameOfKey = (pem: string) =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex')

/**
 * @param publicKey in PEM format
 * @throws Error if it is not an RSA key of at least 2,048 bits, or too small for the secret
 */
export const sealSecret = (stack: string, secret: string, publicKey: string, at: Date): SealedSecret => {
  const key = createPublicKey(publicKey)
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
    throw new Error('The public key must be an RSA key of at least 2,048 bits (openssl genrsa 4096)')
  return {
    stack,
    at: at.toISOString(),
    key: nameOfKey(publicKey),
    sealed: publicEncrypt({ key, ...padding }, Buffer.from(secret)).toString('base64'),
  }
}

/**
 * @param privateKey in PEM format, without a passphrase
 * @throws Error if it is the wrong key, or the text was changed
 */
export const openSecret = ({ key, sealed }: SealedSecret, privateKey: string): string => {
  if (nameOfKey(privateKey) !== key) throw new Error('The secret was sealed for another key')
  return privateDecrypt({ key: privateKey, ...padding }, Buffer.from(sealed, 'base64')).toString()
}
