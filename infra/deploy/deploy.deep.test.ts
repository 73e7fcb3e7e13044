import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../stack/lambdas.ts'
import { StandInCloudFormation } from '../dev/testing/stand-in-cloudformation.ts'

const cloud = new StandInCloudFormation()
const home = mkdtempSync(join(tmpdir(), 'signalpost-home-'))
let endpoint: string

beforeAll(async () => {
  endpoint = await cloud.listen()
})
afterAll(async () => {
  await cloud.stop()
  rmSync(home, { recursive: true, force: true })
})

const deploy = (...flags: readonly string[]) => run([...flags, '--endpoint', endpoint])

const run = (flags: readonly string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, ['infra/deploy/deploy.ts', ...flags], {
      cwd: root,
      // Without anybody's credentials, profiles or caches.
      env: {
        PATH: process.env.PATH,
        HOME: home,
        CI: 'true',
        ASSETS: 'built',
        AWS_EC2_METADATA_DISABLED: 'true',
      },
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)))
    child.once('exit', (code) => resolve({ code, said: said.join('') }))
  })

describe('a deployment to an endpoint that speaks CloudFormation', () => {
  it('needs nothing else: the CDK synthesizes, publishes every asset and executes its change set', async () => {
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    expect(said).toContain('Signalpost is deployed.')
    expect(code).toBe(0)
    expect(cloud.unknown).toEqual([])
    expect(cloud.stacks.get('Signalpost-dry')?.status).toBe('CREATE_COMPLETE')
    const assets = [...cloud.objects.keys()].filter((name) => name.includes('cdk-hnb659fds-assets'))
    expect(assets.filter((name) => name.endsWith('.zip')).length).toBeGreaterThan(30)
    expect(assets.some((name) => cloud.stacks.get('Signalpost-dry')?.template.endsWith(name))).toBe(true)
    expect(said).toContain('https://d1.cloudfront.net/api/v1/trading-view-webhook')
    expect(said).toContain('me@example.com gets two emails')
    expect(said).toMatch(/CloudFront +d1\.cloudfront\.net/)
    // A new account, found out, adapted to, and said: ten Lambdas at once, and mail in its sandbox.
    expect(said).toContain('Lambda concurrency: 10, none reserved')
    expect(said).toContain('SES is in the sandbox')
    expect(said).toMatch(/Creates 14 tables, \d+ Lambdas, .*alarms/)
    expect(said).toMatch(/Costs about 0\.\d\d USD a month when idle, plus 0\.40 per user/)
    expect(said).toMatch(/\d:\d\d {2}tables 14 of 14, Lambdas (\d+) of \1/)
  }, 300_000)

  it('that fails names the resource, AWS’s reason, what it means, what to do, and what it left', async () => {
    cloud.failure = {
      type: 'AWS::CloudFront::Distribution',
      reason: 'Your account must be verified before you can add new CloudFront resources.',
    }
    const { code, said } = await deploy('--mail', 'me@example.com', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +site\w+ \(AWS::CloudFront::Distribution\)/)
    expect(said).toContain('AWS says   Your account must be verified')
    expect(said).toContain('Write to AWS Support')
    expect(said.match(/delete-table --region eu-west-2 --table-name Signalpost-data/g)).toHaveLength(14)
    expect(said).toContain('delete-secret --region eu-west-2 --secret-id Signalpost-')
    const again = await deploy('--mail', 'me@example.com', '--yes')
    expect(again.said).toContain('Signalpost is deployed.')
    expect(cloud.unknown).toEqual([])
  }, 300_000)

  it('that fails in a nested stack names the resource there, not the stack that was called off', async () => {
    cloud.failure = { type: 'AWS::ApiGatewayV2::Integration', reason: 'Rate exceeded' }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'nested', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +\w+integration\w+ \(AWS::ApiGatewayV2::Integration\)/)
    expect(said).toContain('AWS says   Rate exceeded')
    expect(said).not.toContain('Embedded stack')
  }, 300_000)

  it('leaves a sender alone that SES has from elsewhere', async () => {
    cloud.mail.identities.set('known@example.com', false)
    const { said } = await deploy('--mail', 'known@example.com', '--stage', 'other')
    expect(said).toContain('known@example.com')
    expect(said).toContain('known@example.com is not verified yet')
  })

  it('without credentials reports it, and how to get some', async () => {
    const { code, said } = await run(['--mail', 'me@example.com', '--yes'])
    expect(said).toContain('No AWS credentials found')
    expect(code).toBe(2)
  })

  it('asks someone first, or needs --yes', async () => {
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry')
    expect(said).toContain('Pass --yes')
    expect(code).toBe(2)
  })

  it('goes on with the options of the last deployment, and reports it', async () => {
    cloud.parameters.set(
      '/Signalpost-kept/options',
      JSON.stringify({ mail: 'kept@example.com', stage: 'kept' }),
    )
    const { said } = await deploy('--stage', 'kept')
    expect(said).toContain('Kept from the last deployment: --mail')
    expect(said).toContain('Signalpost-kept in eu-west-2')
  })

  it('says that a region is not prepared before anything is built', async () => {
    const version = cloud.parameters.get('/cdk-bootstrap/hnb659fds/version') as string
    cloud.parameters.delete('/cdk-bootstrap/hnb659fds/version')
    const published = cloud.objects.size
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'raw', '--yes')
    expect(said).toContain('npx cdk bootstrap')
    expect(code).toBe(2)
    expect(cloud.objects.size).toBe(published)
    cloud.parameters.set('/cdk-bootstrap/hnb659fds/version', version)
  })

  it('refuses what the account cannot give, with what to ask for', async () => {
    const { code, said } = await deploy('--mail', 'a@b.c', '--reserve-concurrency', 'yes', '--yes')
    expect(said).toMatch(/needs 170 concurrent executions, but this account has 10/)
    expect(code).toBe(2)
  })
})
