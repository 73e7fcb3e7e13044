import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { findItems } from '../aws/delete-items.ts'
import { abandonedAfter, findUserByEmail, getAdminRegistry, listRegistrations, roleIn } from './user-store.ts'
import { useAccounts } from '../../infra/dev/testing/accounts.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import { createAccount, sweepRegistrations } from './create-account.ts'
import { noteUserDeletion } from './admin-registry.ts'
import { deleteUserData } from '../administration/delete-user-data.ts'

const world = useAccounts()

const began = Date.UTC(2026, 0, 5)
const register = (email: string, now: number) =>
  createAccount({ firstName: 'A', lastName: 'B', email, passwordHash: 'x' }, now)

/** Simulates a Lambda that is cut off before it writes an item with this table and key prefix. */
const crashAtWriteOf = async (key: string, work: () => Promise<unknown>) => {
  const send = DynamoDBDocumentClient.prototype.send as (...given: unknown[]) => unknown
  let crash = () => {}
  const crashed = new Promise<void>((resolve) => (crash = resolve))
  let isDead = false
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (this: unknown, ...given) {
    const [command] = given as unknown as [unknown]
    isDead ||=
      command instanceof PutCommand && `${command.input.TableName}/${command.input.Item?.pk}`.startsWith(key)
    if (!isDead) return send.apply(this, given) as never
    crash()
    return new Promise(() => {}) as never
  })
  void work()
  await crashed
  vi.restoreAllMocks()
}

test('a later account becomes admin if the first registration is cut off before its profile is written', async () => {
  const email = 'operator@example.com'
  await crashAtWriteOf('users/user#', () => register(email, began))
  expect(await findUserByEmail(email)).toBeNull()
  const roleOf = async ({ id }: { id: string }) => roleIn(await getAdminRegistry(), id)
  expect(await roleOf(await register('meanwhile@example.com', began + 1_000))).toBe('USER')
  expect(await roleOf(await register(email, began + abandonedAfter + 1))).toBe('ADMIN')
  expect(await roleOf(await register('next@example.com', began + 9 * abandonedAfter))).toBe('USER')
})

test('the admin registry stores where a deletion continues, and drops the deletion when all data is deleted', async () => {
  const deletion = { userId: 'cut-off', email: 'cut@off.test', accounts: [] }
  const listed = async () =>
    (await getAdminRegistry()).leaving.filter(({ userId }) => userId === deletion.userId)
  const resume = { scan: 'alerts' as const, from: { pk: 'somewhere' }, hasOpen: true }
  await noteUserDeletion(deletion, { isFinished: false, resume })
  expect(await listed()).toEqual([{ ...deletion, resume }])
  // Without a place from which to resume, a deletion starts from the beginning.
  await noteUserDeletion({ ...deletion, resume }, { isFinished: false })
  expect(await listed()).toEqual([deletion])
  await noteUserDeletion(deletion, { isFinished: true })
  expect(await listed()).toEqual([])
})

const minutes = 60_000
const rowsOf = async (userId: string) => {
  const found = await Promise.all(
    (['users', 'passwords', 'settings', 'webhookSecrets'] as const).map((table) =>
      findItems(table, ['userId'], (item) => item.userId === userId || String(item.pk).includes(userId)),
    ),
  )
  return found.flat().length
}

/** Removes registrations and deletions of earlier tests. */
const sweepAll = async () => {
  await sweepRegistrations(Infinity)
  for (const deletion of (await getAdminRegistry()).leaving)
    await noteUserDeletion(deletion, await deleteUserData(deletion, () => true))
}

test.each(['users/email#', 'settings/', 'passwords/', 'users/user#'])(
  'the sweep removes only the remains of a registration that was cut off before it wrote %s',
  async (key) => {
    const email = `orphan-${key.replace(/\W/g, '')}@example.com`
    await sweepAll()
    const before = [...world.aws.secrets.keys()]
    await crashAtWriteOf(key, () => register(email, began))
    const other = await register(`kept-${email}`, began)
    const [orphan] = await listRegistrations()
    expect(orphan === undefined).toBe(key === 'users/email#')

    await sweepRegistrations(began + 5 * minutes)
    expect((await getAdminRegistry()).leaving).toEqual([])
    await sweepRegistrations(began + 11 * minutes)
    const { leaving, admins } = await getAdminRegistry()
    expect(await listRegistrations()).toEqual([])
    expect(leaving.map(({ userId }) => userId)).toEqual(orphan ? [orphan.userId] : [])
    for (const deletion of leaving) {
      expect(admins).not.toContain(deletion.userId)
      expect((await deleteUserData(deletion, () => true)).isFinished).toBe(true)
      expect(await rowsOf(deletion.userId)).toBe(0)
      await noteUserDeletion(deletion, { isFinished: true })
    }
    expect([...world.aws.secrets.keys()]).toEqual([...before, `test/user/${other.id}`])
    expect(await getUserSettings(other.id)).not.toBeNull()
    expect(await rowsOf(other.id)).toBe(6)
  },
)

test('a refused registration releases its email address at once, and the sweep removes its other data', async () => {
  await sweepAll()
  const send = DynamoDBDocumentClient.prototype.send as (...given: unknown[]) => unknown
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (this: unknown, ...given) {
    const [command] = given as unknown as [unknown]
    if (command instanceof PutCommand && command.input.TableName === 'passwords') throw new Error('no room')
    return send.apply(this, given) as never
  })
  await expect(register('refused@example.com', began)).rejects.toThrow('no room')
  vi.restoreAllMocks()
  await register('refused@example.com', began + 1)
  await sweepRegistrations(began + 11 * minutes)
  const [refused] = (await getAdminRegistry()).leaving
  expect(refused?.email).toBe('refused@example.com')
  expect((await deleteUserData(refused as never, () => true)).isFinished).toBe(true)
  expect((await findUserByEmail('refused@example.com'))?.id).not.toBe(refused?.userId)
  expect(await findUserByEmail('refused@example.com')).not.toBeNull()
})
