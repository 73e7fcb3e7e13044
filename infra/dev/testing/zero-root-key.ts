import { createHmac } from 'node:crypto'
import type { KeyPurpose } from '../../../functions/aws/root-secret.ts'

/** This file replaces functions/aws/root-secret.ts in tests (`vi.mock`). Every key is 32 zero bytes. */

const zeros = Buffer.alloc(32)

const sign = (_purpose: KeyPurpose, text: string) =>
  Promise.resolve(createHmac('sha256', zeros).update(text).digest('base64url'))

export const zeroRootKey = {
  deriveKeys: () => Promise.resolve({ inUse: zeros, accepted: [zeros] }),
  sign,
  isSignature: async (purpose: KeyPurpose, text: string, given: unknown) =>
    given === (await sign(purpose, text)),
}
