import { DeleteCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import * as z from 'zod/mini'
import { normalised } from '../../shared/accounts/normalised.ts'
import type { AppSettings, Role } from '../../shared/accounts/user.schema.ts'
import { dynamo, tableName, conditionally, isWritten } from '../aws/table.ts'

/**
 * A user's profile (`user#…`). The users table also contains email reservations (`email#…`), the admin registry, and
 * the list of registrations in progress.
 */
export type StoredUser = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly createdAt: string
  readonly lastLogin: string | null
  /**
   * Set until someone opens a link that was emailed to this address. Until then the address may be another person's.
   */
  readonly emailUnverified?: true | undefined
  /**
   * The previous address, if an admin changed the address. Until `until` (epoch seconds), account emails are also sent
   * to the previous address.
   */
  readonly formerEmail?: { readonly email: string; readonly until: number } | undefined
}

/** The tables that a user's deletion scans, in this order. */
export const deletionScans = [
  'webhookSecrets',
  'users',
  'instruments',
  'windows',
  'alerts',
  'brokerCache',
] as const
export type DeletionScan = (typeof deletionScans)[number]

/** A deleted user whose data is not fully removed, with the IDs that identify the data. */
export const UserDeletion = z.object({
  userId: z.string(),
  email: z.string(),
  /** IG account IDs, each after its mode: `DEMO#ABC12`. */
  accounts: z.array(z.string()),
  /** Where the next run continues. Scanning a table of millions of items takes several runs. */
  resume: z.optional(
    z.object({
      scan: z.enum(deletionScans),
      from: z.optional(z.record(z.string(), z.unknown())),
      hasOpen: z.optional(z.boolean()),
    }),
  ),
})
export type UserDeletion = z.infer<typeof UserDeletion>

/** Admins and app settings in one item, so that every rule about admins is one conditional write. */
export type AdminRegistry = AppSettings & {
  readonly admins: readonly string[]
  readonly leaving: readonly UserDeletion[]
  /** When the first admin was chosen, in epoch milliseconds. Their profile is written just after this time. */
  readonly firstNamedAt?: number
  readonly version: number
}

const freshRegistry: AdminRegistry = {
  allowUserRegistration: true,
  allowMultipleAdmins: false,
  admins: [],
  leaving: [],
  version: 0,
}

/**
 * The key of the admin registry. The registry was once called “roster”, and its stored names still contain that word.
 */
const registryKey = { pk: 'roster' }
const userKey = (id: string) => ({ pk: `user#${id}` })
const emailKey = (email: string) => ({ pk: `email#${normalised(email)}` })

const get = async (key: { pk: string }) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('users'), Key: key, ConsistentRead: true }),
  )
  return Item
}

const put = async (item: Record<string, unknown>, condition: string, values?: Record<string, unknown>) => {
  return isWritten(
    new PutCommand({
      TableName: tableName('users'),
      Item: { ...item, schema: 1 },
      ConditionExpression: condition,
      ...(values ? { ExpressionAttributeValues: values } : {}),
    }),
  )
}

export const getAdminRegistry = async (): Promise<AdminRegistry> => {
  const item = await get(registryKey)
  return item ? { ...freshRegistry, ...(item.roster as Partial<AdminRegistry>) } : freshRegistry
}

/** Maximum retries of a registry change after conflicts. */
const registryTries = 50

/**
 * Changes the admin registry by a function of its current value. The change is retried after a conflict.
 * @param change returns the new registry, or null to leave it unchanged; throws a VisibleError if a rule forbids the
 * change
 */
export const updateAdminRegistry = async (
  change: (registry: AdminRegistry) => AdminRegistry | null | Promise<AdminRegistry | null>,
): Promise<AdminRegistry> => {
  for (let tries = 0; tries < registryTries; tries += 1) {
    const registry = await getAdminRegistry()
    const changed = await change(registry)
    if (!changed) return registry
    const next = { ...changed, version: registry.version + 1 }
    const item = { ...registryKey, roster: next, version: next.version }
    const won =
      registry.version === 0
        ? await put(item, 'attribute_not_exists(pk)')
        : await put(item, 'version = :before', { ':before': registry.version })
    if (won) return next
  }
  throw new VisibleError('TRY_AGAIN', 'Too many changes at once. Try again')
}

export const roleIn = (registry: AdminRegistry, userId: string): Role =>
  registry.admins.includes(userId) ? 'ADMIN' : 'USER'

const userFrom = (item: Record<string, unknown> | undefined): StoredUser | null =>
  item
    ? {
        id: (item.pk as string).slice('user#'.length),
        firstName: item.firstName as string,
        lastName: item.lastName as string,
        email: item.email as string,
        createdAt: item.createdAt as string,
        lastLogin: (item.lastLogin as string | undefined) ?? null,
        emailUnverified: item.emailUnverified as true | undefined,
        formerEmail: item.formerEmail as StoredUser['formerEmail'],
      }
    : null

export const getUser = async (id: string) => userFrom(await get(userKey(id)))

/**
 * Finds a user by email address. An unregistered address causes the same reads, so the response time reveals nothing.
 */
export const findUserByEmail = async (email: string): Promise<StoredUser | null> => {
  const reservation = await get(emailKey(email))
  const user = await getUser((reservation?.userId as string | undefined) ?? 'nobody')
  // The address may be reserved for an unfinished change without being the user's address yet.
  return user && normalised(user.email) === normalised(email) ? user : null
}

/**
 * An email reservation without a profile is abandoned after this number of milliseconds, because its registration
 * crashed.
 */
export const abandonedAfter = 60_000

/**
 * Reserves an email address for a user.
 * @throws VisibleError EMAIL_TAKEN
 */
export const reserveEmail = async (email: string, userId: string, now: number) => {
  const item = { ...emailKey(email), userId, at: now }
  if (await put(item, 'attribute_not_exists(pk) OR userId = :user', { ':user': userId })) return
  const holder = await get(emailKey(email))
  const isAbandoned =
    holder && now - (holder.at as number) > abandonedAfter && !(await findUserByEmail(email))
  if (isAbandoned && (await put(item, 'userId = :holder', { ':holder': holder.userId }))) return
  throw new VisibleError('EMAIL_TAKEN', 'This email address is already in use', { email: 'already in use' })
}

export const releaseEmail = async (email: string, userId: string) => {
  await conditionally(
    new DeleteCommand({
      TableName: tableName('users'),
      Key: emailKey(email),
      ConditionExpression: 'userId = :user',
      ExpressionAttributeValues: { ':user': userId },
    }),
  )
}

export const putNewUser = async ({ id, ...user }: StoredUser) => {
  await put({ ...userKey(id), ...user }, 'attribute_not_exists(pk)')
}

const registrationsKey = { pk: 'registrations' }

export type Registration = Pick<UserDeletion, 'userId' | 'email'> & {
  /** When the registration started, in epoch milliseconds. */
  readonly at: number
}

/** Each registration is a separate attribute, so simultaneous registrations do not conflict. */
const changeRegistrations = (expression: string, userId: string, values?: Record<string, unknown>) =>
  dynamo().send(
    new UpdateCommand({
      TableName: tableName('users'),
      Key: registrationsKey,
      UpdateExpression: expression,
      ExpressionAttributeNames: { '#user': userId, ...(values ? { '#schema': 'schema' } : {}) },
      ...(values ? { ExpressionAttributeValues: { ...values, ':schema': 1 } } : {}),
    }),
  )

export const beginRegistration = async ({ userId, email, at }: Registration) => {
  await changeRegistrations('SET #user = :registration, #schema = :schema', userId, {
    ':registration': { email, at },
  })
}

export const endRegistration = async (userId: string) => {
  await changeRegistrations('REMOVE #user', userId)
}

/** Lists registrations that are in progress or were cut off. */
export const listRegistrations = async (): Promise<Registration[]> => {
  const { pk: _pk, schema: _schema, ...registrations } = (await get(registrationsKey)) ?? {}
  return Object.entries(registrations).map(([userId, registration]) => ({
    userId,
    ...(registration as Omit<Registration, 'userId'>),
  }))
}

type ChangeableFields = Partial<
  Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'lastLogin' | 'emailUnverified' | 'formerEmail'>
>

/**
 * Updates fields of a profile.
 * @returns false if the user is deleted, or if `where` (a field and its value) does not match
 */
export const updateUserFields = async (
  id: string,
  fields: ChangeableFields,
  where?: readonly ['email', string],
): Promise<boolean> => {
  const entries = Object.entries(fields)
  const names = where ? [...entries, where] : entries
  return isWritten(
    new UpdateCommand({
      TableName: tableName('users'),
      Key: userKey(id),
      UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: where ? `#${where[0]} = :before` : 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(names.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
        ...(where ? { ':before': where[1] } : {}),
      },
    }),
  )
}

/** @returns false if the address was changed meanwhile or is already verified */
export const markEmailVerified = ({ id, email }: Pick<StoredUser, 'id' | 'email'>): Promise<boolean> =>
  isWritten(
    new UpdateCommand({
      TableName: tableName('users'),
      Key: userKey(id),
      UpdateExpression: 'REMOVE emailUnverified',
      ConditionExpression: 'email = :email AND attribute_exists(emailUnverified)',
      ExpressionAttributeValues: { ':email': email },
    }),
  )

export const deleteUserProfile = async (id: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('users'), Key: userKey(id) }))
}

/** Lists all profiles, oldest first. A site has few users, so one list is enough. */
export const listAllUsers = async (): Promise<StoredUser[]> => {
  const found: StoredUser[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new ScanCommand({
        TableName: tableName('users'),
        FilterExpression: 'begins_with(pk, :user)',
        ExpressionAttributeValues: { ':user': 'user#' },
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    for (const item of Items ?? []) found.push(userFrom(item) as StoredUser)
    from = LastEvaluatedKey
  } while (from)
  return found.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
}
