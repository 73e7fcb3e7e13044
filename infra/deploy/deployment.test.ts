import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../stack/lambdas.ts'
import { deployVersion } from './deploy-version.ts'
import {
  cdkCall,
  deployed,
  farewell,
  firstSteps,
  helpOf,
  leftoversOf,
  mergedFlags,
  optionsTable,
  ownerlessSecrets,
  ownFlags,
  readAsked,
  unfinished,
} from './deployment.ts'
import { decideConcurrency, decideSender, warningsOfHost, warningOfSender } from './preflight.ts'

const called = (
  command: 'deploy' | 'destroy',
  args: readonly string[],
  environment: Record<string, string> = {},
) => {
  const asked = readAsked(command, args, environment)
  return cdkCall(command, asked.given, asked.environment, 'outputs.json')
}
const call = (args: readonly string[], environment: Record<string, string> = {}) =>
  called('deploy', args, environment)

describe('npm run deploy', () => {
  it('deploys production to London, with the email address as context', () => {
    const { args, environment, stackName } = call(['--mail', 'me@example.com'])
    expect(args.slice(0, 2)).toEqual(['deploy', '--all'])
    expect(args.join(' ')).toContain('--context mail=me@example.com')
    expect(environment).toEqual({ AWS_REGION: 'eu-west-2' })
    expect(stackName).toBe('Signalpost')
  })

  it('passes stage, region and domain to the CDK', () => {
    const { args, environment, stackName } = call(
      '--mail a@b.c --stage trial --region eu-west-1 --domain signals.example.com --hosted-zone-id Z1 --mail-verified yes'.split(
        ' ',
      ),
    )
    for (const each of [
      'mailVerified=yes',
      'stage=trial',
      'region=eu-west-1',
      'domain=signals.example.com',
      'hostedZoneId=Z1',
    ])
      expect(args).toContain(each)
    expect(environment.AWS_REGION).toBe('eu-west-1')
    expect(stackName).toBe('Signalpost-trial')
  })

  it('needs no AWS credentials if an endpoint outside AWS is given', () => {
    const { args, environment } = call(['--mail', 'a@b.c', '--endpoint', 'http://127.0.0.1:4566'])
    expect(environment).toMatchObject({
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      AWS_ACCESS_KEY_ID: 'none',
    })
    expect(args.join(' ')).not.toContain('endpoint')
    const own = call(['--mail', 'a@b.c'], {
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'mine',
    })
    expect(own.environment).toMatchObject({ AWS_ENDPOINT_URL: 'http://127.0.0.1:1' })
    expect(own.environment.AWS_ACCESS_KEY_ID).toBeUndefined()
  })

  it.each([[[]], [['--mail', 'nobody']]])('asks for an email address when given %j', (given) => {
    expect(() => call(given)).toThrow('--mail you@example.com')
  })

  it('refuses a domain outside its zone', () => {
    const outside =
      '--mail a@b.c --domain signals.example.com --hosted-zone-id Z1 --hosted-zone other.org'.split(' ')
    expect(() => call(outside)).toThrow('signals.example.com is not in --hosted-zone other.org')
    const itself = '--mail a@b.c --domain example.com --hosted-zone-id Z1 --hosted-zone example.com'.split(
      ' ',
    )
    expect(() => call(itself)).not.toThrow()
  })

  it('prints a command that tests whether alarms arrive', () => {
    const trial = call('--mail a@b.c --stage trial --region eu-west-1'.split(' '))
    expect(firstSteps(trial, 'a@b.c')).toContain(
      'set-alarm-state --region eu-west-1 --alarm-name Signalpost-trial-throttles',
    )
  })

  it.each([
    ['--stge x', '--stge'],
    ['--mail-verified true', '--mail-verified'],
    ['--reserve-concurrency false', '--reserve-concurrency'],
    ['--domain signals.example.com', '--hosted-zone-id'],
    ['--stage a-stage-name-that-is-far-too-long', '--stage'],
    ['--stage 9to5', '--stage'],
    ['--region af-south-1', 'access logs'],
    ['--region London', '--region'],
    ['--region eu-central-2', 'AWS Budgets'],
    ['--hosted-zone-id Z1', '--hosted-zone-id needs --domain'],
    ['--setup-hash x', '--setup-hash'],
    ['--without domian', 'domian'],
  ])('refuses %s, and names the option', (given, named) => {
    expect(() => call(['--mail', 'a@b.c', ...given.split(' ')])).toThrow(named)
  })

  it('prints the setup link in a terminal, and otherwise names the file that contains the link', () => {
    const outputs = { SiteUrl: 'https://d1.cloudfront.net' }
    expect(deployed(outputs, { link: 'https://d1.cloudfront.net/auth/register#setup=x' })).toContain(
      'It does nothing once there is an admin. Keep it to yourself.\n  https://d1.cloudfront.net/auth/register#setup=x',
    )
    const words = deployed(outputs, { file: '/home/me/.build/setup-link-Signalpost.txt' })
    expect(words).toContain('/home/me/.build/setup-link-Signalpost.txt')
    expect(words).toContain('npm run deploy -- --setup-link in a terminal')
    expect(deployed(outputs, null)).not.toContain('Setup link')
  })

  it('lists every option in its help', () => {
    for (const flag of [...ownFlags, 'endpoint', 'without', 'setup-link', 'yes'])
      expect(helpOf('deploy')).toMatch(new RegExp(`^  --${flag} `, 'm'))
  })

  it('has the same options and descriptions in its help and in docs/deploy.md', () => {
    const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8').replaceAll(/ +/g, ' ')
    const [, rows = ''] = /^## Options\n\n((?:\|.*\n)+)/m.exec(page) ?? []
    const written = rows.split('\n').filter((row) => row !== '' && !row.startsWith('| ---'))
    expect(written).toEqual(optionsTable().map((row) => row.replaceAll(/ +/g, ' ')))
  })

  it('lists in the help of destroy what is deleted and what is kept', () => {
    expect(helpOf('destroy')).toMatch(/^Deletes the site, the API and its webhook/m)
    expect(helpOf('destroy')).toMatch(/Of the stage production, tables and secrets stay/)
    expect(helpOf('deploy')).not.toContain('Deletes the site')
  })

  it('names versions by commit in help and docs, because the repository has no tags', () => {
    expect(helpOf('deploy')).toMatch(/^ {2}--version COMMIT /m)
    for (const file of ['docs/deploy.md', 'docs/upgrading.md', 'CHANGELOG.md']) {
      const text = readFileSync(join(root, file), 'utf8')
      expect(text, file).toContain('--version COMMIT')
      expect(text, file).not.toContain('--version TAG')
    }
  })

  it('refuses a version that git does not know, and says how to list commits', () => {
    expect(() => deployVersion('no-such-commit', [])).toThrow(
      '--version no-such-commit: git finds no such commit here. git log --oneline lists them',
    )
  })
})

describe('the options of a stage', () => {
  const kept = { mail: 'a@b.c', domain: 'signals.example.com', 'hosted-zone-id': 'Z1' }

  it('keep their values unless a new value is given', () => {
    const { given, without } = readAsked('deploy', ['--domain', 'other.example.com'], {})
    expect(mergedFlags({ given, without }, kept)).toEqual({ ...kept, domain: 'other.example.com' })
  })

  it('are removed only by --without, which is refused if the option is also given a value', () => {
    const { given, without } = readAsked('deploy', ['--without', 'domain', '--without', 'hosted-zone-id'], {})
    expect(mergedFlags({ given, without }, kept)).toEqual({ mail: 'a@b.c' })
    expect(() => mergedFlags({ given: { domain: 'x.y' }, without: ['domain'] }, kept)).toThrow('--domain')
  })
})

describe('a site that moves to another host', () => {
  it('invalidates passkeys, and the deployment warns of this', () => {
    const said = warningsOfHost(undefined, 'signals.example.com', false).join()
    expect(said).toContain('existing passkeys will not work')
    expect(said).not.toContain('TradingView')
    expect(warningsOfHost('a.example.com', 'a.example.com', false)).toEqual([])
    expect(warningsOfHost(undefined, 'a.example.com', true)).toEqual([])
  })

  it('no longer receives the alerts that call the old host, and the deployment warns of this', () => {
    const said = warningsOfHost('a.example.com', undefined, false).join()
    expect(said).toContain('from a.example.com to CloudFront’s host')
    expect(said).toContain('Every TradingView alert still calls a.example.com')
  })
})

describe('Lambda’s concurrency', () => {
  it.each([
    [10, {}, 'no'],
    [179, {}, 'no'],
    [180, {}, 'yes'],
    [1_000, {}, 'yes'],
    [1_000, { 'reserve-concurrency': 'no' }, 'no'],
  ] as const)('given %d executions and options %j, is reserved: %s', (executions, given, value) => {
    const decided = decideConcurrency(given, given, { all: executions, own: 0 })
    expect(decided.value).toBe(value)
    expect(decided.said).toContain(String(executions))
  })

  it('is refused with an explanation if it is requested and cannot be reserved', () => {
    const asked = { 'reserve-concurrency': 'yes' }
    expect(() => decideConcurrency(asked, asked, { all: 10, own: 0 })).toThrow(/180.*10.*service-quotas/)
    const more = { executors: '500' }
    expect(() => decideConcurrency(more, more, { all: 400, own: 0 })).toThrow('--executors 500 needs 630')
  })

  it('is reserved only if enough executions are unreserved or already belong to this stage', () => {
    expect(decideConcurrency({}, {}, { all: 1_000, unreserved: 150, own: 0 }).value).toBe('no')
    expect(decideConcurrency({}, {}, { all: 1_000, unreserved: 150, own: 80 }).value).toBe('yes')
  })
})

it.each([
  ['trader@gmail.com', true],
  ['trader@yahoo.co.uk', true],
  ['trader@signals.example.com', false],
  ['gmail.com@example.com', false],
])('warns of a sender that receivers would reject: %s', (mail, isWarned) => {
  expect(warningOfSender(mail).length > 0).toBe(isWarned)
})

describe('npm run destroy', () => {
  it('needs no email address and asks no questions with --confirm', () => {
    expect(called('destroy', ['--stage', 'trial']).args).toEqual([
      'destroy',
      '--all',
      '--force',
      '--context',
      'stage=trial',
    ])
  })

  const stored = {
    tables: ['Signalpost-datausers1', 'Signalpost-trial-datausers1', 'Another-datausers1'],
    secrets: [
      { name: 'rootsecret-1', madeBy: 'Signalpost' },
      { name: 'rootsecret-2', madeBy: 'Signalpost-trial' },
      { name: 'Signalpost/user/1', madeBy: undefined },
      { name: 'Signalpost-trial/user/1', madeBy: undefined },
    ],
  }

  it('finds the stack’s tables and secrets among all in the account', () => {
    expect(leftoversOf('Signalpost', stored)).toEqual({
      tables: ['Signalpost-datausers1'],
      secrets: ['rootsecret-1', 'Signalpost/user/1'],
    })
  })

  it('deletes users’ secrets only if the stack or its tables are deleted', () => {
    const trial = leftoversOf('Signalpost-trial', stored)
    const ofUsers = ['Signalpost-trial/user/1']
    expect(ownerlessSecrets('Signalpost-trial', trial, true)).toEqual(ofUsers)
    expect(ownerlessSecrets('Signalpost-trial', trial, false)).toEqual([])
    expect(ownerlessSecrets('Signalpost-trial', { ...trial, tables: [] }, false)).toEqual(ofUsers)
  })

  it('says where to read why a deletion failed', () => {
    const words = unfinished(called('destroy', ['--stage', 'trial']))
    expect(words).toContain('--region eu-west-2 --stack-name Signalpost-trial')
    expect(words).toContain('run the same command again')
  })

  it('lists the tables and secrets that it kept', () => {
    const words = farewell(leftoversOf('Signalpost', stored))
    for (const name of ['Signalpost-datausers1', 'rootsecret-1', 'Signalpost/user/1'])
      expect(words).toContain(name)
    expect(farewell({ tables: [], secrets: [] })).toBe('Nothing was kept.')
  })
})

describe('concurrency', () => {
  it('is reserved only if the account has enough for the stage, and an option that requests too much or no number is refused', () => {
    const large = { 'webhook-executions': '80', executors: '300' }
    const of = (all: number) => ({ all, own: 0 })
    expect(decideConcurrency(large, {}, of(1_000)).said).toContain(
      '80 are reserved for the webhook and 300 for the executor',
    )
    expect(decideConcurrency(large, {}, of(400)).value).toBe('no')
    expect(() => decideConcurrency(large, large, of(400))).toThrow('needs 490')
    expect(() => decideConcurrency({ executors: 'many' }, {}, of(400))).toThrow('--executors')
  })
})

describe('the sender', () => {
  const state = { isSandbox: false, isPaused: false, sender: 'confirmed' } as const

  it('is not created by a new stack if SES already has it, and is still managed by the stack after an update', () => {
    expect(decideSender(state, 'a@b.c', true).isVerifiedElsewhere).toBe(true)
    expect(decideSender(state, 'a@b.c', false)).toEqual({ isVerifiedElsewhere: false, said: [] })
  })

  it.each([
    [{ ...state, sender: 'unconfirmed' } as const, 'is not verified yet'],
    [{ ...state, isPaused: true }, 'paused sending'],
    [{ ...state, isSandbox: true }, 'sandbox'],
    [null, 'Could not check SES'],
  ])('is described with its state in SES: %j', (found, words) => {
    expect(decideSender(found, 'a@b.c', false).said.join()).toContain(words)
  })
})
