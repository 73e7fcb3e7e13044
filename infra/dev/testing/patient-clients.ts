import { vi } from 'vitest'

// Client, handler and DynamoDB share one thread here: fifty calls at once take longer than a Lambda would wait for one.
vi.mock(import('../../../functions/aws/timeouts.ts'), () => ({
  awsTimeouts: () => ({ connectionTimeout: 0, requestTimeout: 0, throwOnRequestTimeout: false }),
}))
