declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Options = { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string }
  /**
   * Decrypts content (RFC 8188).
   * @throws Error if the keys do not match
   */
  const ece: { decrypt(body: Buffer, options: Options): Buffer }
  export default ece
}
