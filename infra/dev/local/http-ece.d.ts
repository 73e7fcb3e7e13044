declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Options = { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string }
  /** Of an encrypted content (RFC 8188): what it applies. @throws Error if the keys are others */
  const ece: { decrypt(body: Buffer, options: Options): Buffer }
  export default ece
}
