import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Keys of 32 bytes for one purpose. While the root secret is being replaced, two keys are accepted, older key first.
 */
export type Keys = { readonly inUse: Buffer; readonly accepted: readonly Buffer[] }

/**
 * Encrypts a text with AES-256-GCM. It can only be decrypted with the same label, so a copy elsewhere cannot be
 * decrypted.
 */
export const seal = ({ inUse: key }: Keys, label: string, text: string): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/**
 * Decrypts a sealed text.
 * @returns null if no accepted key decrypts it, or if the label or the text is wrong
 */
export const unseal = ({ accepted }: Keys, label: string, sealed: string): string | null => {
  for (const key of accepted) {
    const text = unsealUnder(key, label, sealed)
    if (text !== null) return text
  }
  return null
}

const unsealUnder = (key: Buffer, label: string, sealed: string): string | null => {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(label))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
