import { createHash } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { mostOpenShards } from '../../shared/platform/tables.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'

/**
 * Open alerts are in one partition, or in several if many users' alerts arrive within a second. All alerts of one
 * account are in the same partition.
 */
const unsharded = 'open'
const nameOf = (shard: number) => `${unsharded}#${shard}`
const every = [unsharded, ...Array.from({ length: mostOpenShards }, (_, shard) => nameOf(shard))]

const shards = () => Number(process.env[env.openShards] ?? 1)

/** The partition to which an account's alerts are written. */
export const openPartitionOf = ({ userId, mode }: AccountKey) =>
  shards() === 1
    ? unsharded
    : nameOf(createHash('sha256').update(`${userId}#${mode}`).digest().readUInt32BE() % shards())

/**
 * Whether an alert has not ended.
 * @param open the attribute `open` of an item in the alerts table
 */
export const isOpenPartition = (open: unknown) => every.some((partition) => partition === open)

/** The partitions that may contain an account's alerts. Alerts stored before there were partitions are in `open`. */
export const openPartitionsOf = (account: AccountKey) => [...new Set([unsharded, openPartitionOf(account)])]

/**
 * Minutes between two reads of all partitions if only one is in use. The other partitions may still contain alerts if
 * more partitions were in use earlier.
 */
const minutesBetweenChecks = 10

/**
 * The partitions to read now.
 * @param now epoch milliseconds
 */
export const openPartitions = (now: number) =>
  shards() > 1 || Math.floor(now / 60_000) % minutesBetweenChecks === 0 ? every : [unsharded]
