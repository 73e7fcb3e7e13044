import type { scrypt } from 'node:crypto'
import { vi } from 'vitest'

// Client, handler and DynamoDB share a thread here, so fifty calls at once take longer than a Lambda's timeout.
vi.mock(import('../../../functions/aws/timeouts.ts'), () => ({
  awsTimeouts: () => ({ connectionTimeout: 0, requestTimeout: 0, throwOnRequestTimeout: false }),
}))

// Hashing a password takes half a second. passwords.test.ts tests the real function.
vi.mock(import('node:crypto'), async (original) => {
  const real = await original()
  const cheap = ((password, salt, length, options, done) =>
    real.scrypt(password, salt, length, { ...options, N: 1024 }, done)) as typeof scrypt
  return { ...real, scrypt: cheap }
})
