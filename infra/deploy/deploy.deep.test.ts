import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryPoints, root } from '../stack/lambdas.ts'
import { sectionUnder } from '../dev/testing/runbook.ts'
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
const destroy = (...flags: readonly string[]) => run([...flags, '--endpoint', endpoint], 'destroy')

const run = (
  flags: readonly string[],
  command: 'deploy' | 'destroy' = 'deploy',
  environment: Readonly<Record<string, string>> = { ASSETS: 'built' },
) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [`infra/deploy/${command}.ts`, ...flags], {
      cwd: root,
      // Without anybody's credentials, profiles or caches.
      env: {
        PATH: process.env.PATH,
        HOME: home,
        CI: 'true',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        // Takes half of each synthesis. `npm run synth` validates what is deployed.
        CDK_VALIDATION: 'false',
        ...environment,
      },
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)))
    child.once('exit', (code) => {
      // `TRANSCRIPT=1` prints what a person at the terminal reads.
      if (process.env.TRANSCRIPT) console.log(`$ npm run ${command} -- ${flags.join(' ')}\n${said.join('')}`)
      resolve({ code, said: said.join('') })
    })
  })

describe('a deployment to an endpoint that speaks CloudFormation', () => {
  it('needs nothing else: the CDK synthesizes, publishes every asset and executes its change set', async () => {
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    expect(said).toContain('Signalpost is deployed.')
    expect(code).toBe(0)
    expect(cloud.unknown).toEqual([])
    expect(cloud.stacks.get('Signalpost-dry')?.status).toBe('CREATE_COMPLETE')
    const assets = [...cloud.objects.keys()].filter((name) => name.includes('cdk-hnb659fds-assets'))
    const folders = new Set(Object.keys(entryPoints()).map((bundle) => dirname(bundle)))
    expect(assets.filter((name) => name.endsWith('.zip')).length).toBeGreaterThan(folders.size)
    expect(assets.some((name) => cloud.stacks.get('Signalpost-dry')?.template.endsWith(name))).toBe(true)
    expect(said).toContain('https://d1.cloudfront.net/api/v1/trading-view-webhook')
    expect(said).toContain('me@example.com gets two emails')
    expect(said).toContain('Account 000000000000, as user/someone')
    // This is no terminal: the log of an automated deployment may be public.
    expect(said).not.toContain('#setup=')
    const [, file = ''] = /Setup link: not printed.*\n +(\S+)\n/.exec(said) ?? []
    expect(readFileSync(file, 'utf8')).toMatch(
      /^https:\/\/d1\.cloudfront\.net\/auth\/register#setup=[\w-]{32}\n$/,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(said).toMatch(/CloudFront +d1\.cloudfront\.net/)
    // A new account, found out, adapted to, and said: ten Lambdas at once, and mail in its sandbox.
    expect(said).toContain('Lambda concurrency: 10, none reserved')
    expect(said).toContain('SES is in the sandbox')
    expect(said).toMatch(/Creates 14 tables, \d+ Lambdas, .*alarms/)
    expect(said).toMatch(/Costs about \d\.\d\d USD a month when idle, plus 0\.40 per user/)
    expect(said).toMatch(/\d:\d\d {2}tables 14 of 14, Lambdas (\d+) of \1/)
  })

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
    expect(cloud.stacks.get('Signalpost')).toMatchObject({ status: 'ROLLBACK_COMPLETE' })
    const again = await deploy('--mail', 'me@example.com', '--yes')
    expect(again.said).toContain('Signalpost is deployed.')
    expect(cloud.stacks.get('Signalpost')).toMatchObject({ status: 'CREATE_COMPLETE', isProtected: true })
    expect(cloud.unknown).toEqual([])
  })

  it('recovers a production stack that an earlier release protected before its creation failed', async () => {
    cloud.stacks.set('Signalpost', {
      template: '',
      status: 'ROLLBACK_COMPLETE',
      isProtected: true,
      changeSets: new Set(),
      events: [],
    })
    const { code, said } = await deploy('--mail', 'me@example.com', '--yes')
    expect(said).toContain('Signalpost is deployed.')
    expect(code).toBe(0)
    expect(cloud.stacks.get('Signalpost')).toMatchObject({ status: 'CREATE_COMPLETE', isProtected: true })
  })

  it('that API Gateway refused for its rate says that it is no quota, and succeeds when it is run again', async () => {
    cloud.failure = {
      type: 'AWS::ApiGatewayV2::Integration',
      reason:
        'Too Many Requests (Service: AmazonApiGatewayV2; Status Code: 429; Error Code: TooManyRequestsException)',
    }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'rate', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Cause +API Gateway makes about ten changes a second/)
    expect(said).toMatch(/Fix +Run the same command again/)
    const again = await deploy('--mail', 'me@example.com', '--stage', 'rate', '--yes')
    expect(again.said).toContain('Signalpost is deployed.')
  })

  it('during which the login at AWS ends names that cause, and that CloudFormation goes on', async () => {
    cloud.loginEndsWith = 'ExecuteChangeSet'
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'ended', '--yes')
    cloud.loginEndsWith = null
    expect(code).toBe(1)
    expect(said).toContain('The deployment of Signalpost-ended ended early')
    expect(said).not.toContain('was not deployed')
    expect(said).toMatch(/Cause +your login at AWS ended during the deployment/)
    expect(said).toMatch(/Fix +Log in again and run the same command again once CloudFormation is done/)
    const again = await deploy('--mail', 'me@example.com', '--stage', 'ended', '--yes')
    expect(again.said).toContain('Signalpost is deployed.')
  })

  it('of an update leaves production protected', async () => {
    await deploy('--mail', 'me@example.com', '--yes')
    expect(cloud.stacks.get('Signalpost')?.isProtected).toBe(true)
  })

  it('of an update says nothing of first steps, and a new setup link is made only if asked for', async () => {
    const again = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    expect(again.said).toContain('Updates what has changed')
    expect(again.said).toContain('Signalpost is deployed.')
    expect(again.said).not.toContain('First steps')
    expect(again.said).not.toContain('Setup link')
    const linked = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes', '--setup-link')
    expect(linked.said).toContain('Setup link')
  })

  it('makes no setup link if there is an admin, and deploys nothing', async () => {
    cloud.admin = 'ann'
    const published = cloud.objects.size
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes', '--setup-link')
    cloud.admin = null
    expect(said).toContain('Signalpost-dry already has an admin, so a setup link would do nothing')
    expect(code).toBe(2)
    expect(cloud.objects.size).toBe(published)
  })

  it('of another version takes its files from git, and leaves no checkout behind', async () => {
    const flags = ['--mail', 'me@example.com', '--stage', 'dry', '--yes', '--endpoint', endpoint]
    const { code, said } = await run([...flags, '--version', 'HEAD'], 'deploy', {})
    expect(said).toContain('Deploys HEAD from')
    expect(said).toContain('Signalpost is deployed.')
    expect(code).toBe(0)
    const left = spawnSync('git', ['worktree', 'list'], { cwd: root, encoding: 'utf8' }).stdout
    expect(left.trim().split('\n')).toHaveLength(1)
    const unknown = await run([...flags, '--version', 'no-such-commit'], 'deploy', {})
    expect(unknown.said).toContain('git finds no such commit')
    expect(unknown.code).toBe(2)
  })

  it('of an update that fails says that the version before still runs', async () => {
    cloud.failure = { type: 'AWS::ApiGatewayV2::Stage', reason: 'Rate exceeded' }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toContain('Signalpost-dry was not updated.')
    expect(said).toContain('The version before still runs')
    expect(said).not.toContain('Left behind')
    // As a real stack is after that.
    const stack = cloud.stacks.get('Signalpost-dry')
    if (stack) stack.status = 'UPDATE_COMPLETE'
  })

  it('of a stack in UPDATE_ROLLBACK_FAILED changes nothing and names the page of the runbook', async () => {
    const stack = cloud.stacks.get('Signalpost-dry')
    if (stack) stack.status = 'UPDATE_ROLLBACK_FAILED'
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    if (stack) stack.status = 'UPDATE_COMPLETE'
    expect(code).toBe(2)
    const page = 'Stack in UPDATE_ROLLBACK_FAILED'
    expect(said).toContain(`docs/runbook.md, ${page}`)
    expect(sectionUnder(page)).toContain('continue-update-rollback')
  })

  it('with a domain shows that its certificate waits or fails, which is in a stack of its own', async () => {
    const domain = ['--domain', 'signals.example.com', '--hosted-zone-id', 'Z1']
    cloud.failure = {
      type: 'AWS::CertificateManager::Certificate',
      reason: 'Certificate validation timed out',
    }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'own', ...domain, '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +certificate\w+ \(AWS::CertificateManager::Certificate\)/)
    expect(said).toContain('name servers')
  })

  it('that fails in a nested stack names the resource there, not the stack that was called off', async () => {
    cloud.failure = { type: 'AWS::ApiGatewayV2::Integration', reason: 'Rate exceeded' }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'nested', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +\w+integration\w+ \(AWS::ApiGatewayV2::Integration\)/)
    expect(said).toContain('AWS says   Rate exceeded')
    expect(said).not.toContain('Embedded stack')
  })

  it('names a nested stack that fails itself, and AWS’s reason', async () => {
    const reason = 'Template format error: Number of resources, 501, is greater than maximum allowed, 500'
    cloud.failure = { type: 'AWS::CloudFormation::Stack', reason }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'itself', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +functions\w+ \(AWS::CloudFormation::Stack\)/)
    expect(said).toContain(`AWS says   ${reason}`)
    expect(said).toMatch(/Cause +AWS does not take the template: a fault of this version/)
  })

  it('shows an unknown reason raw, and where to look', async () => {
    cloud.failure = { type: 'AWS::SQS::Queue', reason: 'A wording that AWS made up today' }
    const { said } = await deploy('--mail', 'me@example.com', '--stage', 'new', '--yes')
    cloud.failure = null
    expect(said).toContain('AWS says   A wording that AWS made up today')
    expect(said).toContain('not known to this command, which does not guess')
    expect(said).toContain('describe-stack-events --region eu-west-2 --stack-name Signalpost-new')
  })

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

  it.each([
    ['ExpiredToken', 'The security token included in the request is expired', 'Log in again'],
    ['InvalidClientTokenId', 'The security token included in the request is invalid', 'Check AWS_PROFILE'],
  ])('with credentials that AWS refuses (%s) says what to do', async (name, message, words) => {
    cloud.refusal = { code: name, message }
    const { code, said } = await deploy('--mail', 'me@example.com', '--yes')
    cloud.refusal = null
    expect(said).toContain(words)
    expect(code).toBe(2)
  })

  it('without a permission names it, and prints the least policy', async () => {
    cloud.lacks = 'lambda:GetAccountSettings'
    const { code, said } = await deploy('--mail', 'me@example.com', '--yes')
    cloud.lacks = null
    expect(said).toContain('You lack a permission at AWS: lambda:GetAccountSettings')
    expect(said).toContain('arn:aws:iam::*:role/cdk-hnb659fds-*')
    expect(code).toBe(2)
  })

  it('without --region does not make a second one of a stage that is elsewhere', async () => {
    cloud.parameters.set('/Signalpost-far/options', JSON.stringify({ mail: 'me@example.com', stage: 'far' }))
    cloud.parameterRegions.set('/Signalpost-far/options', 'eu-west-1')
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'far', '--yes')
    expect(said).toContain('Signalpost-far is already in eu-west-1. Add --region eu-west-1')
    expect(code).toBe(2)
  })

  it('of a second stage leaves the zone alone that the first one made known to SES', async () => {
    cloud.mail.identities.set('example.com', true)
    const flags = ['--domain', 'second.example.com', '--hosted-zone-id', 'Z1', '--stage', 'second']
    const { said } = await deploy('--mail', 'signals@example.com', ...flags)
    cloud.mail.identities.delete('example.com')
    expect(said).toContain('example.com already exists in SES and is left unchanged')
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
    expect(said).toMatch(/needs 180 concurrent executions, but this account has 10/)
    expect(said).toContain('aws service-quotas request-service-quota-increase')
    expect(code).toBe(2)
  })

  it('names the account in the command that bootstraps a region, also the certificate’s', async () => {
    cloud.parameterRegions.set('/cdk-bootstrap/hnb659fds/version', 'eu-west-2')
    const flags = ['--domain', 'signals.example.com', '--hosted-zone-id', 'Z1', '--stage', 'own']
    const { code, said } = await deploy('--mail', 'me@example.com', ...flags, '--yes')
    cloud.parameterRegions.clear()
    expect(said).toContain('npx cdk bootstrap aws://000000000000/us-east-1')
    expect(code).toBe(2)
  })
})

describe('npm run destroy', () => {
  it('says what goes, and asks for the name', async () => {
    const { code, said } = await destroy('--stage', 'dry')
    expect(said).toContain('Signalpost-dry in eu-west-2, account 000000000000')
    expect(said).toContain(
      'https://d1.cloudfront.net/api/v1/trading-view-webhook, which TradingView alerts call',
    )
    expect(said).toContain('all tables and every user’s secret')
    expect(said).toContain('Pass --confirm Signalpost-dry')
    expect(code).toBe(2)
    expect((await destroy('--stage', 'dry', '--confirm', 'Signalpost')).said).toContain(
      'Nothing was deleted.',
    )
    expect(cloud.stacks.has('Signalpost-dry')).toBe(true)
  })

  const secrets = ['Signalpost-dry/user/ann', 'Signalpost-dry/user/bob', 'Signalpost/user/cy', 'of another']

  it.each(['dynamodb:ListTables', 'secretsmanager:ListSecrets', 'secretsmanager:DeleteSecret'])(
    'deletes nothing without the right %s, and prints a policy that has it',
    async (right) => {
      for (const name of secrets) cloud.secrets.add(name)
      cloud.lacks = right
      const { code, said } = await destroy('--stage', 'dry', '--confirm', 'Signalpost-dry')
      cloud.lacks = null
      expect(said).toContain(`You lack a permission at AWS: ${right}`)
      expect(said.split('A deployer needs')[1]).toContain(right)
      expect(code).toBe(2)
      expect(cloud.stacks.has('Signalpost-dry')).toBe(true)
      expect([...cloud.secrets]).toEqual(secrets)
    },
  )

  it('explains why AWS refuses halfway, and deletes no user’s secret', async () => {
    cloud.failure = {
      type: 'AWS::S3::Bucket',
      reason: 'The bucket you tried to delete is not empty. (Service: S3, Status Code: 409)',
    }
    cloud.tables.add('Signalpost-dry-dataalerts1A')
    const { code, said } = await destroy('--stage', 'dry', '--confirm', 'Signalpost-dry')
    cloud.tables.clear()
    cloud.failure = null
    expect([...cloud.secrets]).toEqual(secrets)
    expect(code).toBe(1)
    expect(said).toMatch(/Cause +a bucket that goes still holds files/)
    expect(said).toContain('Then run the same command again. It continues where this one stopped.')
    const stack = cloud.stacks.get('Signalpost-dry')
    if (stack) stack.status = 'UPDATE_COMPLETE'
  })

  it('deletes what was named, and the secrets of its users', async () => {
    const { code, said } = await destroy('--stage', 'dry', '--confirm', 'Signalpost-dry')
    expect(said).toContain('Signalpost-dry is gone, and 2 secrets of its users.')
    expect(code).toBe(0)
    expect(cloud.stacks.has('Signalpost-dry')).toBe(false)
    expect([...cloud.secrets]).toEqual(['Signalpost/user/cy', 'of another'])
  })

  it('finishes on a second run what the first one left of a stack that is gone', async () => {
    cloud.secrets.add('Signalpost-dry/user/ann')
    const other = await destroy('--stage', 'dry', '--confirm', 'Signalpost')
    expect(other.said).toContain('is already gone. Left of it: 1 secret of its users')
    expect(other.said).toContain('Nothing was deleted.')
    const { code, said } = await destroy('--stage', 'dry', '--confirm', 'Signalpost-dry')
    expect(said).toContain('1 secret of the users of Signalpost-dry deleted.')
    expect(code).toBe(0)
    expect([...cloud.secrets]).toEqual(['Signalpost/user/cy', 'of another'])
    expect((await destroy('--stage', 'dry', '--confirm', 'Signalpost-dry')).code).toBe(2)
  })

  it('leaves production alone while it is protected, as it is deployed', async () => {
    const { code, said } = await destroy('--confirm', 'Signalpost')
    expect(said).toContain('is protected from being deleted')
    expect(said).toContain('--no-enable-termination-protection --region eu-west-2 --stack-name Signalpost')
    expect(code).toBe(2)
    expect(cloud.stacks.has('Signalpost')).toBe(true)
  })

  it('refuses a stage that is not there', async () => {
    const { code, said } = await destroy('--stage', 'never', '--confirm', 'Signalpost-never')
    expect(said).toContain('There is no Signalpost-never in eu-west-2')
    expect(code).toBe(2)
  })
})
