/**
 * The DynamoDB tables, one per noun: infra creates them, the stores read them, tests make them in the embedded
 * database. Every table has the partition key `pk`; `sort` says whether it has a sort key `sk`; `expires` whether
 * items carry a TTL in `expiresAt` (epoch seconds); `indexes` are sparse global indexes by name (their keys are attributes
 * that only the items in them have).
 */
export const tables = {
  /** Profiles, the reservation of each email address, and the one registry item that says who is admin. */
  users: { sort: false, expires: false },
  /** One hash a user, apart from the profile: only a login reads it. */
  passwords: { sort: false, expires: false },
  /** One item a user: the key of the authenticator app (sealed), passkeys, hashes of recovery codes. */
  factors: { sort: false, expires: false },
  /** Session families, password reset tokens, logins that wait for a second factor, and challenges of passkeys. */
  sessions: { sort: true, expires: true },
  /**
   * One item a user: mode, account ids, credential version, rules, pause. Never a secret. `timedIndex` holds the users the clock
   * has something to do for.
   */
  settings: {
    sort: false,
    expires: false,
    indexes: { timedIndex: { pk: 'timed', sk: 'timedAt', holds: [] } },
  },
  /** From the keyed hash of a webhook secret to its user, mode and what an alert captures when it is accepted. */
  webhookSecrets: { sort: false, expires: true },
  /** Instrument lists in compressed chunks under a version, and the head item that says which version holds. */
  instruments: { sort: true, expires: true },
  /**
   * Each accepted alert under its identity, with its state and outcome. `openIndex` holds those with work left, by account;
   * `userIndex` a user's alerts by time, and by state what asks that user something.
   */
  alerts: {
    sort: false,
    expires: true,
    indexes: {
      openIndex: { pk: 'open', sk: 'acceptedAt', holds: ['userId', 'mode', 'refused'] },
      userIndex: { pk: 'userId', sk: 'listedAt', holds: ['line'] },
    },
  },
  /** One item per user and mode: claims in flight, deals just placed, cooldowns, the safety brake. */
  accounts: { sort: false, expires: false },
  /**
   * What was read from the broker and may be shared for a while: snapshots, markets, candles, session tokens. And what each account
   * with limits is measured from, which stays.
   */
  brokerCache: { sort: false, expires: true },
  /** Log entries by sequence number, and the head item that numbers them. */
  logs: { sort: true, expires: true },
  /**
   * By user: how notifications must be reported, each channel, what waits for it and what was reported. By hash: linking codes and
   * chats. `dueIndex` holds the channels for which something waits, by when it may leave.
   */
  notices: { sort: true, expires: true, indexes: { dueIndex: { pk: 'due', sk: 'dueAt', holds: [] } } },
  /**
   * By user, for each account: IG's rows and activity in monthly parts, what is derived from them, notes, and a head. `dueIndex`
   * holds the accounts whose history must be read, by when.
   */
  journal: { sort: true, expires: false, indexes: { dueIndex: { pk: 'due', sk: 'dueAt', holds: [] } } },
  /** Counters: what slows guessing down, by account and address; alerts of the running minute, by user. And the last canary. */
  throttles: { sort: false, expires: true },
} as const satisfies Record<string, TableShape>

/** The index of open alerts is written in at most 16 partitions, each of which takes 1,000 write units a second. */
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
  /** Attributes kept in it in addition to the keys: a change of any other writes to the table only. */
  readonly holds: readonly string[]
}

export type TableName = keyof typeof tables

/** The names of a table's indexes. */
export type IndexesOf<Name extends TableName> = (typeof tables)[Name] extends {
  readonly indexes: infer Indexes
}
  ? keyof Indexes & string
  : never

/** The name of a table's index, checked by its types. */
export const indexName = <Name extends TableName>(_table: Name, index: IndexesOf<Name>): string => index
