/**
 * The DynamoDB tables: infra creates them, stores read them, and tests create them in the embedded database. Every
 * table has the partition key `pk`. `sort`: whether the table has a sort key `sk`. `expires`: whether items have a TTL
 * in `expiresAt` (epoch seconds). `indexes`: sparse global indexes by name. An index contains only the items that have
 * its keys.
 */
export const tables = {
  /** Profiles, the reservation of each email address, and the item that lists the admins. */
  users: { sort: false, expires: false },
  /** One password hash per user, apart from the profile, because only a login reads it. */
  passwords: { sort: false, expires: false },
  /** One item per user: the key of the authenticator app (encrypted), passkeys, hashes of recovery codes. */
  factors: { sort: false, expires: false },
  /** Sessions, password reset tokens, logins that wait for a second factor, and challenges of passkeys. */
  sessions: { sort: true, expires: true },
  /**
   * One item per user: mode, account IDs, credential version, rules, pause. It never contains a secret. `timedIndex`
   * has the users with timed work.
   */
  settings: {
    sort: false,
    expires: false,
    indexes: { timedIndex: { pk: 'timed', sk: 'timedAt', holds: [] } },
  },
  /**
   * One item per webhook secret, by its keyed hash: user, mode, and the settings that an alert captures at acceptance.
   */
  webhookSecrets: { sort: false, expires: true },
  /** Instrument lists in compressed chunks by version, and the head item with the current version. */
  instruments: { sort: true, expires: true },
  /**
   * Each accepted alert by its identity, with state and outcome. `openIndex` has the alerts with remaining work, by
   * account. `userIndex` has a user's alerts by time, and the alerts that need the user's attention by state.
   */
  alerts: {
    sort: false,
    expires: true,
    indexes: {
      openIndex: { pk: 'open', sk: 'acceptedAt', holds: ['userId', 'mode', 'refused'] },
      userIndex: { pk: 'userId', sk: 'listedAt', holds: ['line'] },
    },
  },
  /** One item per user and mode: claims in flight, recent deals, cooldowns, the safety brake. */
  accounts: { sort: false, expires: false },
  /**
   * Data read from the broker that may be shared for a while: snapshots, markets, candles, session tokens. Also,
   * without expiry, the bases of each account's limits.
   */
  brokerCache: { sort: false, expires: true },
  /** Log entries by sequence number, and the head item that numbers them. */
  logs: { sort: true, expires: true },
  /**
   * By user: notification levels, and each channel with its waiting and sent notifications. By the hash of a code or a
   * chat's ID: linking codes and chats. `dueIndex` has the channels with waiting notifications, by due time.
   */
  notices: { sort: true, expires: true, indexes: { dueIndex: { pk: 'due', sk: 'dueAt', holds: [] } } },
  /**
   * By user and account: IG's rows and activity by month, derived data, notes, and a head. `dueIndex` has the accounts
   * whose history must be read, by due time.
   */
  journal: { sort: true, expires: false, indexes: { dueIndex: { pk: 'due', sk: 'dueAt', holds: [] } } },
  /**
   * Counters that slow down guessing, by account and address. Also the number of alerts in the current minute, by user,
   * and the last canary call.
   */
  throttles: { sort: false, expires: true },
} as const satisfies Record<string, TableShape>

/** Maximum number of partitions of the index of open alerts. Each partition takes 1,000 write units a second. */
export const mostOpenShards = 16

export type TableShape = {
  readonly sort: boolean
  readonly expires: boolean
  readonly indexes?: Readonly<Record<string, IndexShape>>
}

/** A global index: its partition key is a string, its sort key a number. */
export type IndexShape = {
  readonly pk: string
  readonly sk: string
  /** Attributes in the index in addition to the keys. A change of any other attribute writes only to the table. */
  readonly holds: readonly string[]
}

export type TableName = keyof typeof tables

export type IndexesOf<Name extends TableName> = (typeof tables)[Name] extends {
  readonly indexes: infer Indexes
}
  ? keyof Indexes & string
  : never

/** The name of a table's index, checked by the types. */
export const indexName = <Name extends TableName>(_table: Name, index: IndexesOf<Name>): string => index
