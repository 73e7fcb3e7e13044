import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { abandonedAfter, findUserByEmail, getRoster, roleIn } from '../stores/users.ts'
import { startAccounts } from '../testing/accounts.ts'
import { createAccount } from './create-account.ts'

let world: Awaited<ReturnType<typeof startAccounts>>
beforeAll(async () => {
  world = await startAccounts()
})
afterAll(() => world.stop())

const began = Date.UTC(2026, 0, 5)
const register = (email: string, now: number) =>
  createAccount({ firstName: 'A', lastName: 'B', email, passwordHash: 'x' }, now)

/** Never again does anything, from the write of an item with a key that begins so: as a Lambda that was cut off. */
const crashAtWriteOf = async (key: string, work: () => Promise<unknown>) => {
  const send = DynamoDBDocumentClient.prototype.send as (...given: unknown[]) => unknown
  let crash = () => {}
  const crashed = new Promise<void>((resolve) => (crash = resolve))
  let isDead = false
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (this: unknown, ...given) {
    const [command] = given as unknown as [unknown]
    isDead ||= command instanceof PutCommand && String(command.input.Item?.pk).startsWith(key)
    if (!isDead) return send.apply(this, given) as never
    crash()
    return new Promise(() => {}) as never
  })
  void work()
  await crashed
  vi.restoreAllMocks()
}

test('a first registration that is cut off before its profile is there gives its role to nobody beside an account that works', async () => {
  const email = 'operator@example.com'
  await crashAtWriteOf('user#', () => register(email, began))
  expect(await findUserByEmail(email)).toBeNull()
  const roleOf = async ({ id }: { id: string }) => roleIn(await getRoster(), id)
  expect(await roleOf(await register('meanwhile@example.com', began + 1_000))).toBe('USER')
  expect(await roleOf(await register(email, began + abandonedAfter + 1))).toBe('ADMIN')
  expect(await roleOf(await register('next@example.com', began + 9 * abandonedAfter))).toBe('USER')
})
