import {
  createHash,
  createPrivateKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Encodes CBOR (RFC 8949), as far as a passkey's attestation needs it: small whole numbers, text, bytes and maps. */
const head = (major: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)])
  return Buffer.concat([head(5, value.size), ...parts])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

const present = 0x01
const verified = 0x04
const attested = 0x40

/** Parts of a passkey's response to a challenge that a test can make wrong. */
type Flaws = {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly userHandle?: string
}

/** A passkey in software with an ES256 key. It answers challenges as a browser does. */
export class SoftPasskey {
  readonly id: string
  /** The number of uses that the passkey reports. Synced passkeys always report 0. */
  counter = 0
  private readonly key: KeyObject
  private readonly point: { readonly x: Buffer; readonly y: Buffer }
  private userHandle = ''

  /** @param id base64url; default: 16 random bytes, as browsers use */
  constructor(id = text(randomBytes(16))) {
    this.id = id
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  private authData(rpId: string, flags: number, more: Buffer = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more])
  }

  private clientData(type: string, challenge: string, origin: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /**
   * Creates the passkey, as `navigator.credentials.create` does.
   * @param options the challenge's options as JSON text
   */
  create(options: string, { origin = 'https://signals.example.com', isVerified = true }: Flaws = {}): string {
    const { challenge, rp, user } = JSON.parse(options) as {
      challenge: string
      rp: { id: string }
      user: { id: string }
    }
    this.userHandle = user.id
    const id = Buffer.from(this.id, 'base64url')
    const { x, y } = this.point
    const cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    )
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
    const authData = this.authData(rp.id, present | (isVerified ? verified : 0) | attested, credential)
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, Cbor>()],
      ['authData', authData],
    ])
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(this.clientData('webauthn.create', challenge, origin)),
        attestationObject: text(cbor(attestation)),
      },
    })
  }

  /**
   * Answers a challenge, as `navigator.credentials.get` does.
   * @param options the challenge's options as JSON text
   */
  answer(options: string, flaws: Flaws = {}): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
    const authData = this.authData(flaws.rpId ?? rpId, present | (flaws.isVerified === false ? 0 : verified))
    const clientData = this.clientData(
      'webauthn.get',
      challenge,
      flaws.origin ?? 'https://signals.example.com',
    )
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.key)
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle: flaws.userHandle ?? this.userHandle,
      },
    })
  }
}
