import type { scrypt } from 'node:crypto'
import { vi } from 'vitest'

// Client, handler and DynamoDB share one thread here: fifty calls at once take longer than a Lambda would wait for one.
vi.mock(import('../../../functions/aws/timeouts.ts'), () => ({
  awsTimeouts: () => ({ connectionTimeout: 0, requestTimeout: 0, throwOnRequestTimeout: false }),
}))

// The hash of a password takes half a second. passwords.test.ts has the real one.
vi.mock(import('node:crypto'), async (original) => {
  const real = await original()
  const cheap = ((password, salt, length, options, done) =>
    real.scrypt(password, salt, length, { ...options, N: 1024 }, done)) as typeof scrypt
  return { ...real, scrypt: cheap }
})
