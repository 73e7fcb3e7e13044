import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
} from '@aws-sdk/client-secrets-manager'
import { env } from '../../shared/platform/env.ts'
import type { Credentials } from '../../shared/settings/settings.schema.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { requireEnv } from '../aws/env.ts'
import { secrets } from '../aws/secrets.ts'

export type IgCredentials = {
  readonly apiKey: string
  readonly username: string
  readonly password: string
  readonly accountId: string
}

/**
 * The addresses of a user's notification channels. They are secret, because anyone who knows an address can send
 * messages to it.
 */
export type NotificationAddresses = {
  readonly telegram?: { readonly chatId: string }
  readonly discord?: string
  readonly slack?: string
  /**
   * The webhook's URL and the secrets that sign its messages. A replaced secret stays valid until `until` (epoch
   * milliseconds).
   */
  readonly webhook?: {
    readonly url: string
    readonly secrets: readonly { readonly secret: string; readonly until: number | null }[]
  }
  /** Push subscriptions by channel ID. */
  readonly push?: Readonly<
    Record<string, { readonly endpoint: string; readonly p256dh: string; readonly auth: string }>
  >
}

/** All secrets of one user: the credentials and the webhook secrets of both modes, and the channel addresses. */
export type UserSecret = Credentials & { readonly notices?: NotificationAddresses }

const nameOf = (userId: string) => `${requireEnv(env.userSecretPrefix)}${userId}`

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name

/**
 * Reads a user's secrets.
 * @returns null if the user has none
 */
export const readUserSecret = async (userId: string): Promise<UserSecret | null> => {
  try {
    const { SecretString } = await secrets().send(new GetSecretValueCommand({ SecretId: nameOf(userId) }))
    return SecretString ? (JSON.parse(SecretString) as UserSecret) : null
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return null
    throw error
  }
}

export const createUserSecret = async (userId: string, credentials: Credentials) => {
  await secrets().send(
    new CreateSecretCommand({ Name: nameOf(userId), SecretString: JSON.stringify(credentials) }),
  )
}

export const writeUserSecret = async (userId: string, secret: UserSecret) => {
  await secrets().send(
    new PutSecretValueCommand({ SecretId: nameOf(userId), SecretString: JSON.stringify(secret) }),
  )
}

/**
 * Deletes a user's secrets without Secrets Manager's usual recovery window, because a deleted user's data must be gone.
 */
export const deleteUserSecret = async (userId: string) => {
  try {
    await secrets().send(
      new DeleteSecretCommand({ SecretId: nameOf(userId), ForceDeleteWithoutRecovery: true }),
    )
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error
  }
}

/** The credentials of one mode; an empty field is null. */
export const credentialsIn = (all: Credentials, mode: Mode) =>
  mode === 'DEMO'
    ? {
        apiKey: all.demoApiKey,
        username: all.demoUsername,
        password: all.demoPassword,
        accountId: all.demoAccountId,
      }
    : {
        apiKey: all.liveApiKey,
        username: all.liveUsername,
        password: all.livePassword,
        accountId: all.liveAccountId,
      }

/** The four credentials of one mode; null if any of them is missing. */
export const readCredentials = async (userId: string, mode: Mode): Promise<IgCredentials | null> => {
  const all = await readUserSecret(userId)
  if (!all) return null
  const { apiKey, username, password, accountId } = credentialsIn(all, mode)
  return apiKey && username && password && accountId ? { apiKey, username, password, accountId } : null
}
