import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { resourcesOfType, synthesizeEmpty } from '../synthesize.ts'
import { billOf, targets } from './bill.ts'
import {
  alertsOf,
  floodOf,
  keptOfAlerts,
  type Load,
  sumOf,
  typicalAlerts,
  usageOf,
  usualJournals,
} from './usage.ts'

const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
const costOf = (load: Partial<Load>, isFree = true) =>
  billOf(usageOf(template, { users: 0, alertsPerMonth: 0, tabs: 0, ...load }), isFree).total

describe('the monthly bill', () => {
  it('stays within the target for a stack without users', () => {
    expect(costOf({})).toBeLessThanOrEqual(targets.idle)
    expect(costOf({})).toBeGreaterThanOrEqual(0.4)
  })

  it('grows by 0.40 dollars for the secret of each user, and by less than half a cent for all other costs of the user', () => {
    const perUser = (costOf({ users: 100 }) - costOf({})) / 100
    expect(perUser).toBeGreaterThanOrEqual(0.4)
    expect(perUser).toBeLessThanOrEqual(targets.user + 0.005)
  })

  const perMillion = billOf(alertsOf(template, 1e6), false).total

  it('grows by no more than the target for a million alerts, even without the free tier', () => {
    expect(perMillion).toBeLessThanOrEqual(targets.millionAlerts)
    expect(perMillion).toBeGreaterThan(5)
  })

  it('grows by about the amount in docs/benchmarks.md for a million alerts', () => {
    const page = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')
    const [, published] = /\| dollars per million alerts +\| +([\d.]+) /.exec(page) ?? []
    expect(perMillion / Number(published)).toBeGreaterThan(0.9)
    expect(perMillion / Number(published)).toBeLessThan(1.1)
  })

  it('has separate amounts for small alerts, typical alerts, their stored data, and a flood of calls', () => {
    const dollars = (usage: Parameters<typeof billOf>[0]) => billOf(usage, false).total
    const typical = dollars(typicalAlerts(template, 1e6))
    expect(typical).toBeGreaterThan(perMillion)
    expect(typical).toBeLessThanOrEqual(targets.millionAlerts)
    // Each alert leaves a row for a month and a log entry for thirteen months. Each is paid for twice, because of
    // backups.
    expect(typical + dollars(keptOfAlerts(1e6))).toBeLessThanOrEqual(targets.millionKept)
    expect(dollars(floodOf(template, 2_500))).toBeGreaterThan(400)
  })

  it('grows with each minute that a position is open, and a little with each booked trade', () => {
    const journal = (load: Partial<Load>) => costOf({ users: 1, ...load }) - costOf({ users: 1 })
    // Each minute uses 6 read units, 8 write units and a call for the secret. The free tier covers run time and logs.
    const minute = 6 * 0.125e-6 + 8 * 0.625e-6 + 5e-6
    expect(journal({ openHours: 100 })).toBeCloseTo(6_000 * minute, 4)
    const reading = 86 * 0.125e-6 + 4 * 0.625e-6
    const trade = 4 * reading + 19 * 0.625e-6
    expect(journal({ tradesPerMonth: 100 })).toBeCloseTo(100 * trade + 30.4 * reading, 4)
  })

  it('is published in docs/deploy.md for five loads', () => {
    const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8').replaceAll(/ +/g, ' ')
    const load = (users: number, alertsPerMonth: number) =>
      costOf({
        users,
        alertsPerMonth,
        notificationsPerMonth: alertsPerMonth,
        ...usualJournals(users, alertsPerMonth),
      })
    const idle = usageOf(template, { users: 0, alertsPerMonth: 0, tabs: 0 })
    for (const [row, dollars] of [
      ['an idle stack', load(0, 0)],
      ['one user, no alerts', load(1, 0)],
      ['10 users, 10,000 alerts', load(10, 10_000)],
      ['1,000 users, 1,000,000 alerts', load(1_000, 1_000_000)],
      ['a second stage in the same account, idle', billOf(sumOf([idle, idle])).total - billOf(idle).total],
    ] as const)
      expect(page).toContain(`| ${row} | ${dollars.toFixed(2)} |`)
  })

  it('includes five parallel long polls per event source mapping, because all mappings limit concurrency', () => {
    const mappings = resourcesOfType(template, 'AWS::Lambda::EventSourceMapping')
    for (const { properties } of mappings)
      expect(
        (properties.ScalingConfig as { MaximumConcurrency?: number }).MaximumConcurrency,
      ).toBeGreaterThan(0)
    const { fifoCalls } = usageOf(template, { users: 0, alertsPerMonth: 0, tabs: 0 })
    expect(fifoCalls).toBeCloseTo(mappings.length * 5 * 3 * 60 * 24 * 30.4)
  })

  it('includes no free tier for a second stage in the same account', () => {
    const idle = usageOf(template, { users: 0, alertsPerMonth: 0, tabs: 0 })
    const second = billOf(sumOf([idle, idle])).total - billOf(idle).total
    expect(second).toBeGreaterThan(billOf(idle).total)
    expect(second).toBeLessThan(billOf(idle, false).total)
  })

  it('lists the cost of each service, and the sum is the total', () => {
    const { byService, total } = billOf(usageOf(template, { users: 10, alertsPerMonth: 10_000, tabs: 2 }))
    expect(Object.keys(byService)).toEqual(expect.arrayContaining(['Lambda', 'DynamoDB', 'Secrets Manager']))
    expect(Object.values(byService).reduce((a, b) => a + b, 0)).toBeCloseTo(total)
    expect(total).toBeLessThan(12)
  })
})

describe('the stack', () => {
  it('contains nothing that AWS bills by the hour', () => {
    for (const type of [
      'AWS::EC2::NatGateway',
      'AWS::EC2::VPCEndpoint',
      'AWS::EC2::Instance',
      'AWS::ECS::Service',
      'AWS::RDS::DBInstance',
      'AWS::ElastiCache::CacheCluster',
      'AWS::KMS::Key',
      'AWS::WAFv2::WebACL',
    ])
      expect(resourcesOfType(template, type), type).toEqual([])
    for (const { properties } of resourcesOfType(template, 'AWS::DynamoDB::Table'))
      expect(properties.ProvisionedThroughput).toBeUndefined()
    const versions = [
      ...resourcesOfType(template, 'AWS::Lambda::Alias'),
      ...resourcesOfType(template, 'AWS::Lambda::Version'),
    ]
    for (const { properties } of versions) expect(properties.ProvisionedConcurrencyConfig).toBeUndefined()
    for (const { properties } of resourcesOfType(template, 'AWS::Lambda::EventSourceMapping'))
      expect(properties.ProvisionedPollerConfig).toBeUndefined()
  })

  it('contains only one secret, because users’ secrets are created with the users', () => {
    expect(resourcesOfType(template, 'AWS::SecretsManager::Secret')).toHaveLength(1)
  })
})
