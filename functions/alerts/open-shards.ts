import { createHash } from 'node:crypto'
import { env } from '../../shared/platform/env.ts'
import { mostOpenShards } from '../../shared/platform/tables.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'

/**
 * The index of open alerts lies in one partition, or in several if many users' alerts come within a second. All
 * alerts of one account are in one of them.
 */

const unsharded = 'open'
const nameOf = (shard: number) => `${unsharded}#${shard}`
const every = [unsharded, ...Array.from({ length: mostOpenShards }, (_, shard) => nameOf(shard))]

const shards = () => Number(process.env[env.openShards] ?? 1)

/** The shard that an account's alerts are written to. */
export const openPartitionOf = ({ userId, mode }: AccountKey) =>
  shards() === 1
    ? unsharded
    : nameOf(createHash('sha256').update(`${userId}#${mode}`).digest().readUInt32BE() % shards())

/** Whether an item of the alerts table with this attribute `open` is an alert that has not ended. */
export const isOpenPartition = (open: unknown) => every.some((partition) => partition === open)

/** If an account's alerts may be: what was written before there were shards is where it was. */
export const openPartitionsOf = (account: AccountKey) => [...new Set([unsharded, openPartitionOf(account)])]

/** Every few minutes all partitions are checked, also while one is written: there may have been more before. */
const minutesBetweenChecks = 10

/** @param now epoch milliseconds */
export const openPartitions = (now: number) =>
  shards() > 1 || Math.floor(now / 60_000) % minutesBetweenChecks === 0 ? every : [unsharded]
