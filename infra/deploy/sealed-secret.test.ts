import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecret, SealedSecret, sealSecret } from './sealed-secret.ts'

const keys = (modulusLength = 2_048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const own = keys()
const at = new Date('2026-11-22T09:00:00Z')
const sealed = () => sealSecret('Signalpost', 'as random as AWS makes it', own.publicKey, at)

test('only the matching key opens a sealed secret', () => {
  const file = SealedSecret.parse(JSON.parse(JSON.stringify(sealed())))
  expect(file).toMatchObject({ stack: 'Signalpost', at: '2026-11-22T09:00:00.000Z' })
  expect(openSecret(file, own.privateKey)).toBe('as random as AWS makes it')
  expect(() => openSecret(file, keys().privateKey)).toThrow('sealed for another key')
})

test('sealing a secret twice gives different results, and a sealed secret that was changed cannot be opened', () => {
  expect(sealed().sealed).not.toBe(sealed().sealed)
  const bytes = Buffer.from(sealed().sealed, 'base64')
  bytes[9] = (bytes[9] as number) ^ 1
  expect(() => openSecret({ ...sealed(), sealed: bytes.toString('base64') }, own.privateKey)).toThrow()
})

test('sealSecret refuses a weak key and a key that is not RSA', () => {
  expect(() => sealSecret('S', 'x', keys(1_024).publicKey, at)).toThrow('at least 2,048 bits')
  const { publicKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  expect(() => sealSecret('S', 'x', publicKey, at)).toThrow('must be an RSA key')
})
