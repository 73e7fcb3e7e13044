import type { scrypt } from 'node:crypto'
import { vi } from 'vitest'

// In unit tests, the client, the handler and DynamoDB share a thread. Fifty parallel calls then take longer than a
// Lambda's timeouts for AWS calls, so the timeouts are off.
vi.mock(import('../../../functions/aws/timeouts.ts'), () => ({
  awsTimeouts: () => ({ connectionTimeout: 0, requestTimeout: 0, throwOnRequestTimeout: false }),
}))

// Hashing a password takes half a second, so tests use a cheaper hash. passwords.test.ts tests the real function.
vi.mock(import('node:crypto'), async (original) => {
  const real = await original()
  const cheap = (...[password, salt, length, options, done]: Parameters<typeof scrypt>) =>
    real.scrypt(password, salt, length, { ...options, N: 1024 }, done)
  return { ...real, scrypt: cheap as typeof scrypt }
})
