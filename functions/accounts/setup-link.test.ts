import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { testPassword, useAccounts } from '../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../infra/dev/testing/test-browser.ts'
import { env } from '../../shared/platform/env.ts'

useAccounts()
afterEach(() => {
  vi.unstubAllEnvs()
})

const register = (email: string, setupToken?: string) =>
  new TestBrowser().call('register', {
    firstName: 'First',
    lastName: 'Visitor',
    email,
    password: testPassword,
    ...(setupToken === undefined ? {} : { setupToken }),
  })

test('only the setup link that the deployment printed creates an admin on a fresh site', async () => {
  // The hash is computed as `npm run deploy` does it.
  vi.stubEnv(env.setupHash, createHash('sha256').update('the-token').digest('base64url'))
  for (const token of [undefined, '', 'another-token'])
    expect(await register('stranger@example.com', token)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_LINK', message: expect.stringContaining('setup link') as string },
    })
  expect(await register('owner@example.com', 'the-token')).toMatchObject({
    status: 201,
    body: { role: 'ADMIN' },
  })
  expect(await register('second@example.com')).toMatchObject({ status: 201, body: { role: 'USER' } })
  expect(await register('stranger@example.com', 'the-token')).toMatchObject({ body: { role: 'USER' } })
})
