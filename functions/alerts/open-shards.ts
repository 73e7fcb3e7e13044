import { createHash } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { mostOpenShards } from '../../shared/platform/tables.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'

/**
 * The partition of open alerts, or the first of several if many users' alerts arrive within a second. All alerts of one
 * account are in one partition.
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

/** Whether an item of the alerts table with this attribute `open` is an alert that has not ended. */
export const isOpenPartition = (open: unknown) => every.some((partition) => partition === open)

/** The partitions that may contain an account's alerts. Alerts that are older than sharding stay in the first. */
export const openPartitionsOf = (account: AccountKey) => [...new Set([unsharded, openPartitionOf(account)])]

/** Minutes between reads of all partitions, also if only one is written, because there may have been more before. */
const minutesBetweenChecks = 10

/** @param now epoch milliseconds */
export const openPartitions = (now: number) =>
  shards() > 1 || Math.floor(now / 60_000) % minutesBetweenChecks === 0 ? every : [unsharded]
