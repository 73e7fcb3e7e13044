import { readTwoKeys, type TwoKeys } from '../../shared/platform/root-keys.schema.ts'
import { UsageError } from '../command-line.ts'

/** Hours between two steps. After an hour every Lambda has read the secret again (functions/aws/root-secret.ts). */
const hoursBetween = 1

/** A step of a key rotation. `secret` is the new value of the root secret. */
export type RotationStep = {
  readonly step: 'add' | 'switch' | 'drop'
  readonly secret: string
  readonly next: string
}

/**
 * Replaces a root key in three steps: accept a second key, use it for everything new, remove the first key. Every
 * process therefore accepts the new key before any process uses it.
 * @param makeKey creates 64 random letters and digits
 * @throws UsageError if the previous step was less than an hour ago
 */
export const nextRotation = (secret: string, now: Date, makeKey: () => string): RotationStep => {
  const two = readTwoKeys(secret)
  const since = now.toISOString()
  if (!two) {
    const added: TwoKeys = { old: secret, new: makeKey(), use: 'old', since }
    return {
      step: 'add',
      secret: JSON.stringify(added),
      next: 'A second key is accepted now. Run this again in an hour to use it',
    }
  }
  const from = new Date(Date.parse(two.since) + hoursBetween * 3_600_000)
  if (now < from)
    throw new UsageError(
      `The last step was at ${two.since}. Lambdas that run may not know of it yet: run this again after ${from.toISOString()}`,
    )
  if (two.use === 'old')
    return {
      step: 'switch',
      secret: JSON.stringify({ ...two, use: 'new', since } satisfies TwoKeys),
      next: 'The new key is used now, and the old one is still accepted. Run this again in a month to drop it, or in an hour if it was leaked',
    }
  return {
    step: 'drop',
    secret: two.new,
    next: 'The old key is dropped. Export the new one and delete old copies',
  }
}
