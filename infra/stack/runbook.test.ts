import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as operatorLines from '../../shared/platform/operator-lines.ts'
import { functionNames, isEndpoint, root } from './lambdas.ts'
import { runbook, searchesUnder } from '../dev/testing/runbook.ts'
import { resourcesOfType, synthesizeEmpty } from '../deploy/synthesize.ts'

const { template } = synthesizeEmpty({ mail: 'operator@example.com' })

describe('the runbook’s shell', () => {
  const [, shell = ''] = /In a shell, first define:\n\n((?: {4}.*\n)+)/.exec(runbook) ?? []
  const groups = resourcesOfType(template, 'AWS::Logs::LogGroup').map(({ id }) => id)

  /** Runs the runbook's setup and then a command, with an AWS CLI that knows the template's log groups. */
  const run = (words: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-runbook-'))
    try {
      const aws = join(folder, 'aws')
      writeFileSync(
        aws,
        `#!/bin/sh
if [ "$1" = cloudformation ]; then
  part=$(printf %s "$*" | sed "s/.*contains(LogicalResourceId,'\\([^']*\\)').*/\\1/")
  printf '%s\\n' ${groups.join(' ')} | grep "$part" | tr '\\n' '\\t'
else echo "$*"; fi
`,
      )
      chmodSync(aws, 0o700)
      const path = `${folder}${delimiter}${process.env.PATH}`
      return execFileSync('sh', ['-c', `${shell}\n${words}`], {
        encoding: 'utf8',
        env: { ...process.env, PATH: path },
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('searches the log of every Lambda', () => {
    const pattern = '{ $.alertId = "one" }'
    const searched = run(`search 3h '${pattern}'`).trim().split('\n')
    const logs = functionNames.filter((name) => !isEndpoint(name) || name === 'receiveAlert')
    expect(searched).toHaveLength(logs.length + 1)
    expect(searched.join()).toContain('functionsdashboardlog')
    for (const each of searched)
      expect(each).toMatch(/^logs tail functions\w+ --since 3h --filter-pattern \{/)
    expect(searched[0]).toContain(pattern)
  })

  it.each([...new Set([...runbook.matchAll(/\$\(log (\w+)\)/g)].map(([, name = '']) => name))])(
    'finds one log for %s',
    (name) => {
      expect(run(`log ${name}`).trim().split(/\s+/)).toHaveLength(1)
    },
  )

  it.each(
    [...runbook.matchAll(/physical (AWS::[\w:]+) (\w+)\)/g)].map(([, type = '', part = '']) => [type, part]),
  )('finds one %s for %s', (type, part) => {
    const found = resourcesOfType(template, type).filter(({ id }) => id.includes(part))
    expect(found.map(({ id }) => id)).toHaveLength(1)
  })

  it('searches for every pattern of an alarm if the alarm counts lines of several logs', () => {
    const counted = resourcesOfType(template, 'AWS::Logs::MetricFilter').map(({ properties }) => {
      const [{ MetricName }] = properties.MetricTransformations as [{ MetricName: string }]
      return { metric: MetricName, pattern: properties.FilterPattern as string }
    })
    const alarms = {
      NeedsReview: 'needs-review',
      BrokerTrouble: 'ig-down',
      RunFailed: 'run-failed',
      AttackSigns: 'under-attack',
      AlertGivenUp: 'dead-letters',
      WebhookDown: 'webhook-down',
    }
    const inSeveral = Object.entries(Object.groupBy(counted, ({ metric }) => metric)).filter(
      ([, filters = []]) => filters.length > 1,
    )
    expect(inSeveral.map(([metric]) => metric).sort()).toEqual(Object.keys(alarms).sort())
    for (const [metric, filters = []] of inSeveral) {
      const searched = searchesUnder(alarms[metric as keyof typeof alarms])
      for (const { pattern } of filters) expect(searched).toContain(pattern)
    }
  })
})

describe('the log lines in the runbook', () => {
  it.each(Object.values(operatorLines))('include every line that our code writes: %s', (line) => {
    expect(runbook).toMatch(new RegExp(`[\`"]${line}[\`"]`))
  })

  it('exist in our code if the runbook searches for their message', () => {
    const searched = [...runbook.matchAll(/\$\.message = "([^"]+)"/g)].map(([, line]) => line)
    expect(searched).not.toEqual([])
    for (const line of searched) expect(Object.values(operatorLines)).toContain(line)
  })
})

describe('the time until Lambdas read a root secret again', () => {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

  it('is the same in the runbook, the command and the code', () => {
    const [, kept] = /const keptAtMost = (\d+) \* 60_000/.exec(textOf('functions/aws/root-secret.ts')) ?? []
    expect(kept).toBeDefined()
    expect(runbook).toContain(`Lambdas read it again within ${kept} minutes`)
    expect(textOf('infra/deploy/root-secret.ts')).toContain(`read it again within ${kept} minutes`)
  })
})

describe('the option that makes every Lambda read the root secret again', () => {
  const [, option = ''] = /deploy again with `--(\w[\w-]*) yes`/.exec(runbook) ?? []

  it('updates every Lambda', () => {
    const changed = synthesizeEmpty({ mail: 'operator@example.com', [option]: 'yes' }).template
    const after = new Map(
      resourcesOfType(changed, 'AWS::Lambda::Function').map(({ id, properties }) => [id, properties]),
    )
    const lambdas = resourcesOfType(template, 'AWS::Lambda::Function').filter(({ path }) =>
      functionNames.some((name) => path.endsWith(`/${name}`)),
    )
    expect(lambdas).toHaveLength(functionNames.length)
    for (const { id, properties } of lambdas) expect(after.get(id), id).not.toEqual(properties)
  })
})
