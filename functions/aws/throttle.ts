import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHash } from 'node:crypto'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { ifStill, dynamo, tableName, conditionally, isWritten } from './table.ts'
import { counted } from '../../shared/platform/figures.ts'

/**
 * Slows down guessing. Some attempts are free; after that, the wait doubles with each attempt up to a maximum. A
 * throttle never locks an account, because that would also lock out its owner.
 */
export type Throttle = {
  readonly name: string
  readonly free: number
  /** Seconds. */
  readonly firstWait: number
  readonly longestWait: number
  /** Seconds without a new attempt after which earlier attempts are forgotten. */
  readonly memory: number
}

export const throttles = {
  account: { name: 'login-account', free: 5, firstWait: 1, longestWait: 300, memory: 3_600 },
  address: { name: 'login-address', free: 30, firstWait: 1, longestWait: 300, memory: 900 },
  /**
   * Second-factor codes after a correct password, by user and browser. An attacker in another browser cannot use up the
   * owner's attempts.
   */
  codes: { name: 'factor-code', free: 5, firstWait: 2, longestWait: 3_600, memory: 7 * 86_400 },
  /** Requests for passkey challenges, by network address. */
  challenges: { name: 'passkey-address', free: 60, firstWait: 1, longestWait: 60, memory: 900 },
  /** Uses of emailed links that pause trading, by network address. */
  pauseLinks: { name: 'pause-link-address', free: 30, firstWait: 1, longestWait: 300, memory: 900 },
  registration: { name: 'register-address', free: 10, firstWait: 5, longestWait: 300, memory: 3_600 },
  reset: { name: 'reset-account', free: 3, firstWait: 600, longestWait: 3_600, memory: 3_600 },
  /** Requests to match a list of symbols. A stopped request may occupy its Lambda for another minute. */
  matching: { name: 'matching', free: 6, firstWait: 60, longestWait: 600, memory: 3_600 },
  /** Uploads of instrument lists. Each upload stores the previous list. */
  lists: { name: 'instrument-lists', free: 30, firstWait: 10, longestWait: 300, memory: 3_600 },
  /** Imports of IG's exports. Each import recalculates the whole journal. */
  imports: { name: 'journal-imports', free: 10, firstWait: 30, longestWait: 600, memory: 3_600 },
  /** Manual fetches of dividend dates. */
  dividends: { name: 'dividends', free: 3, firstWait: 60, longestWait: 600, memory: 3_600 },
  /** Checks of new credentials at IG, by user and by IG login. */
  brokerUser: { name: 'broker-user', free: 12, firstWait: 30, longestWait: 3_600, memory: 86_400 },
  brokerLogin: { name: 'broker-login', free: 6, firstWait: 30, longestWait: 3_600, memory: 86_400 },
  /** First IG logins, by user. This throttle applies if other users have used up the attempts for the same IG login. */
  firstBrokerLogin: {
    name: 'broker-first-login',
    free: 1,
    firstWait: 86_400,
    longestWait: 86_400,
    memory: 86_400,
  },
  /** Connection tests with unsaved IG credentials: once a minute, by user and mode. */
  connectionTest: { name: 'connection-test', free: 1, firstWait: 60, longestWait: 60, memory: 120 },
  /**
   * Attempts to save a self-chosen webhook secret. Each attempt reveals a little about whether another user has this
   * secret.
   */
  ownSecrets: { name: 'own-secrets', free: 10, firstWait: 30, longestWait: 3_600, memory: 86_400 },
  /** New API tokens. Each new token causes an email and a log entry. */
  tokens: { name: 'api-tokens', free: 30, firstWait: 60, longestWait: 3_600, memory: 86_400 },
  /** Proposed trades. */
  proposals: { name: 'proposals', free: 20, firstWait: 5, longestWait: 300, memory: 600 },
  /** Tests of a notification channel, and codes for Telegram. */
  channelTests: { name: 'channel-tests', free: 30, firstWait: 10, longestWait: 300, memory: 3_600 },
  /** Emails that confirm an address, requested by the account's user. */
  verification: { name: 'verify-email', free: 2, firstWait: 3_600, longestWait: 86_400, memory: 7 * 86_400 },
  resetAddress: { name: 'reset-address', free: 20, firstWait: 30, longestWait: 600, memory: 3_600 },
} as const satisfies Record<string, Throttle>

const keyOf = (throttle: Pick<Throttle, 'name'>, whose: string) => ({
  pk: `${throttle.name}#${createHash('sha256').update(whose.trim().toLowerCase()).digest('base64url')}`,
})

/** Seconds to wait after this number of attempts. */
export const waitAfter = ({ free, firstWait, longestWait }: Throttle, tries: number): number =>
  tries < free ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(20, tries - free))

/** Maximum tries to write a count, because simultaneous attempts can conflict. */
const turns = 20

/**
 * Counts an attempt before it is made. The write succeeds only if the count has not changed since it was read, so
 * simultaneous attempts are admitted like consecutive ones.
 * @throws VisibleError TOO_MANY_ATTEMPTS while a wait lasts; such an attempt is not counted
 */
export const admitTry = async (throttle: Throttle, whose: string, now: number) => {
  const key = keyOf(throttle, whose)
  for (let turn = 0; turn < turns; turn += 1) {
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('throttles'), Key: key, ConsistentRead: true }),
    )
    const known = Item as { tries: number; lastAt: number; expiresAt: number } | undefined
    const tries = known && known.expiresAt * 1000 > now ? known.tries : 0
    const wait = tries > 0 ? waitAfter(throttle, tries) * 1000 : 0
    const until = wait > 0 && known ? known.lastAt + wait : 0
    if (now < until) throw tooMany(Math.ceil((until - now) / 1000))
    const next = {
      ...key,
      tries: tries + 1,
      lastAt: now,
      expiresAt: Math.floor(now / 1000) + throttle.memory,
    }
    if (await replace(next, known)) return
  }
  throw tooMany(1)
}

const replace = async (
  next: Record<string, unknown>,
  known: { readonly tries: number; readonly lastAt: number } | undefined,
): Promise<boolean> =>
  isWritten(
    new PutCommand({
      TableName: tableName('throttles'),
      Item: { ...next, schema: 1 },
      ...ifStill(known ? { tries: known.tries, lastAt: known.lastAt } : null),
    }),
  )

const tooMany = (seconds: number) =>
  new VisibleError('TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${counted(seconds, 'second')}`, {
    retryAfterSeconds: seconds,
  })

/** Removes an attempt from the count because it turned out to be legitimate. */
export const takeBackTry = async (throttle: Throttle, whose: string) => {
  await conditionally(
    new UpdateCommand({
      TableName: tableName('throttles'),
      Key: keyOf(throttle, whose),
      UpdateExpression: 'SET tries = tries - :one',
      ConditionExpression: 'tries > :none',
      ExpressionAttributeValues: { ':one': 1, ':none': 0 },
    }),
  )
}

export const forgetTries = async (throttle: Throttle, whose: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('throttles'), Key: keyOf(throttle, whose) }))
}

/** Lengths in milliseconds. */
const spans = { hour: 3_600_000, day: 86_400_000 } as const

/**
 * Counts an event per clock hour or day.
 * @returns the count of the current hour or day, including this event, and the count of the previous one
 */
export const countIn = async (per: keyof typeof spans, what: string, whose: string, now: number) => {
  const TableName = tableName('throttles')
  const span = spans[per]
  const keyAt = (at: number) => keyOf({ name: `${what} ${Math.floor(at / span)}` }, whose)
  const [{ Attributes }, { Item }] = await Promise.all([
    dynamo().send(
      new UpdateCommand({
        TableName,
        Key: keyAt(now),
        UpdateExpression: 'SET #schema = :schema, expiresAt = :expires ADD tries :one',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: {
          ':schema': 1,
          ':expires': Math.floor((now + 3 * span) / 1000),
          ':one': 1,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
    dynamo().send(new GetCommand({ TableName, Key: keyAt(now - span) })),
  ])
  return { now: Number(Attributes?.tries), before: Number(Item?.tries ?? 0) }
}
