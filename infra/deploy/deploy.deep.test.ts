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
      // The run uses no credentials, profiles or caches of this machine.
      env: {
        PATH: process.env.PATH,
        HOME: home,
        CI: 'true',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        // Validation takes half of each synthesis, and `npm run synth` already validates the same templates.
        CDK_VALIDATION: 'false',
        ...environment,
      },
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)))
    child.once('exit', (code) => {
      // `TRANSCRIPT=1` prints the output that a user sees at the terminal.
      if (process.env.TRANSCRIPT) console.log(`$ npm run ${command} -- ${flags.join(' ')}\n${said.join('')}`)
      resolve({ code, said: said.join('') })
    })
  })

describe('npm run deploy against a local CloudFormation', () => {
  it('synthesizes the stack, publishes every asset and executes its change set, without other tools', async () => {
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
    // The setup link is not printed, because there is no terminal and the log of an automated deployment may be public.
    expect(said).not.toContain('#setup=')
    const [, file = ''] = /Setup link: not printed.*\n +(\S+)\n/.exec(said) ?? []
    expect(readFileSync(file, 'utf8')).toMatch(
      /^https:\/\/d1\.cloudfront\.net\/auth\/register#setup=[\w-]{32}\n$/,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(said).toMatch(/CloudFront +d1\.cloudfront\.net/)
    // The account is new: it has ten concurrent Lambdas, and its SES is in the sandbox. The deployment detects both and
    // adapts.
    expect(said).toContain('Lambda concurrency: 10, none reserved')
    expect(said).toContain('SES is in the sandbox')
    expect(said).toMatch(/Creates 14 tables, \d+ Lambdas, .*alarms/)
    expect(said).toMatch(/Costs about \d\.\d\d USD a month when idle, plus 0\.40 per user/)
    expect(said).toMatch(/\d:\d\d {2}tables 14 of 14, Lambdas (\d+) of \1/)
  })

  it('names the failed resource, AWS’s reason, its meaning, what to do, and what is left behind', async () => {
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

  it('recovers a production stack if an earlier release protected it before its creation failed', async () => {
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

  it('reports that API Gateway was throttled, and succeeds when it runs again', async () => {
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

  it('reports that the AWS login expired during the deployment, and that CloudFormation continues', async () => {
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

  it('leaves the production stack protected after an update', async () => {
    await deploy('--mail', 'me@example.com', '--yes')
    expect(cloud.stacks.get('Signalpost')?.isProtected).toBe(true)
  })

  it('prints no first steps for an update, and creates a setup link only with --setup-link', async () => {
    const again = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    expect(again.said).toContain('Updates what has changed')
    expect(again.said).toContain('Signalpost is deployed.')
    expect(again.said).not.toContain('First steps')
    expect(again.said).not.toContain('Setup link')
    const linked = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes', '--setup-link')
    expect(linked.said).toContain('Setup link')
  })

  it('refuses to create a setup link if there is an admin, and deploys nothing', async () => {
    cloud.admin = 'ann'
    const published = cloud.objects.size
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes', '--setup-link')
    cloud.admin = null
    expect(said).toContain('Signalpost-dry already has an admin, so a setup link would do nothing')
    expect(code).toBe(2)
    expect(cloud.objects.size).toBe(published)
  })

  it('deploys another version from git, and removes that version’s checkout', async () => {
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

  it('reports that the previous version still runs if an update fails', async () => {
    cloud.failure = { type: 'AWS::ApiGatewayV2::Stage', reason: 'Rate exceeded' }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toContain('Signalpost-dry was not updated.')
    expect(said).toContain('The version before still runs')
    expect(said).not.toContain('Left behind')
    // Resets the status, because the next tests use the same stack.
    const stack = cloud.stacks.get('Signalpost-dry')
    if (stack) stack.status = 'UPDATE_COMPLETE'
  })

  it('changes nothing in a stack in UPDATE_ROLLBACK_FAILED, and names the runbook’s section about this status', async () => {
    const stack = cloud.stacks.get('Signalpost-dry')
    if (stack) stack.status = 'UPDATE_ROLLBACK_FAILED'
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry', '--yes')
    if (stack) stack.status = 'UPDATE_COMPLETE'
    expect(code).toBe(2)
    const page = 'Stack in UPDATE_ROLLBACK_FAILED'
    expect(said).toContain(`docs/runbook.md, ${page}`)
    expect(sectionUnder(page)).toContain('continue-update-rollback')
  })

  it('reports a failed certificate, although it is in a stack of its own', async () => {
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

  it('names the failed resource of a nested stack, not the resource that was cancelled because of it', async () => {
    cloud.failure = { type: 'AWS::ApiGatewayV2::Integration', reason: 'Rate exceeded' }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'nested', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +\w+integration\w+ \(AWS::ApiGatewayV2::Integration\)/)
    expect(said).toContain('AWS says   Rate exceeded')
    expect(said).not.toContain('Embedded stack')
  })

  it('names a nested stack that failed because of its own template, and AWS’s reason', async () => {
    const reason = 'Template format error: Number of resources, 501, is greater than maximum allowed, 500'
    cloud.failure = { type: 'AWS::CloudFormation::Stack', reason }
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'itself', '--yes')
    cloud.failure = null
    expect(code).toBe(1)
    expect(said).toMatch(/Resource +functions\w+ \(AWS::CloudFormation::Stack\)/)
    expect(said).toContain(`AWS says   ${reason}`)
    expect(said).toMatch(/Cause +AWS does not take the template: a fault of this version/)
  })

  it('prints an unknown reason unchanged, and says where to look', async () => {
    cloud.failure = { type: 'AWS::SQS::Queue', reason: 'A wording that AWS made up today' }
    const { said } = await deploy('--mail', 'me@example.com', '--stage', 'new', '--yes')
    cloud.failure = null
    expect(said).toContain('AWS says   A wording that AWS made up today')
    expect(said).toContain('not known to this command, which does not guess')
    expect(said).toContain('describe-stack-events --region eu-west-2 --stack-name Signalpost-new')
  })

  it('does not create a sender that SES already has', async () => {
    cloud.mail.identities.set('known@example.com', false)
    const { said } = await deploy('--mail', 'known@example.com', '--stage', 'other')
    expect(said).toContain('known@example.com')
    expect(said).toContain('known@example.com is not verified yet')
  })

  it('reports missing credentials', async () => {
    const { code, said } = await run(['--mail', 'me@example.com', '--yes'])
    expect(said).toContain('No AWS credentials found')
    expect(code).toBe(2)
  })

  it.each([
    ['ExpiredToken', 'The security token included in the request is expired', 'Log in again'],
    ['InvalidClientTokenId', 'The security token included in the request is invalid', 'Check AWS_PROFILE'],
  ])('says what to do if AWS refuses the credentials (%s)', async (name, message, words) => {
    cloud.refusal = { code: name, message }
    const { code, said } = await deploy('--mail', 'me@example.com', '--yes')
    cloud.refusal = null
    expect(said).toContain(words)
    expect(code).toBe(2)
  })

  it('names a missing permission, and prints the minimum policy', async () => {
    cloud.lacks = 'lambda:GetAccountSettings'
    const { code, said } = await deploy('--mail', 'me@example.com', '--yes')
    cloud.lacks = null
    expect(said).toContain('You lack a permission at AWS: lambda:GetAccountSettings')
    expect(said).toContain('arn:aws:iam::*:role/cdk-hnb659fds-*')
    expect(code).toBe(2)
  })

  it('refuses to create a second copy of a stage that exists in another region', async () => {
    cloud.parameters.set('/Signalpost-far/options', JSON.stringify({ mail: 'me@example.com', stage: 'far' }))
    cloud.parameterRegions.set('/Signalpost-far/options', 'eu-west-1')
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'far', '--yes')
    expect(said).toContain('Signalpost-far is already in eu-west-1. Add --region eu-west-1')
    expect(code).toBe(2)
  })

  it('does not create the zone’s SES identity if the first stage has created it', async () => {
    cloud.mail.identities.set('example.com', true)
    const flags = ['--domain', 'second.example.com', '--hosted-zone-id', 'Z1', '--stage', 'second']
    const { said } = await deploy('--mail', 'signals@example.com', ...flags)
    cloud.mail.identities.delete('example.com')
    expect(said).toContain('example.com already exists in SES and is left unchanged')
  })

  it('asks for confirmation, and fails without a terminal unless --yes is given', async () => {
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry')
    expect(said).toContain('Pass --yes')
    expect(code).toBe(2)
  })

  it('reuses the options of the last deployment, and prints their names', async () => {
    cloud.parameters.set(
      '/Signalpost-kept/options',
      JSON.stringify({ mail: 'kept@example.com', stage: 'kept' }),
    )
    const { said } = await deploy('--stage', 'kept')
    expect(said).toContain('Kept from the last deployment: --mail')
    expect(said).toContain('Signalpost-kept in eu-west-2')
  })

  it('reports that the region lacks the CDK bootstrap before it builds anything', async () => {
    const version = cloud.parameters.get('/cdk-bootstrap/hnb659fds/version') as string
    cloud.parameters.delete('/cdk-bootstrap/hnb659fds/version')
    const published = cloud.objects.size
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'raw', '--yes')
    expect(said).toContain('npx cdk bootstrap')
    expect(code).toBe(2)
    expect(cloud.objects.size).toBe(published)
    cloud.parameters.set('/cdk-bootstrap/hnb659fds/version', version)
  })

  it('refuses an option that the account cannot provide, and says what to request', async () => {
    const { code, said } = await deploy('--mail', 'a@b.c', '--reserve-concurrency', 'yes', '--yes')
    expect(said).toMatch(/needs 180 concurrent executions, but this account has 10/)
    expect(said).toContain('aws service-quotas request-service-quota-increase')
    expect(code).toBe(2)
  })

  it('names the account in the bootstrap command of a second region', async () => {
    cloud.parameterRegions.set('/cdk-bootstrap/hnb659fds/version', 'eu-west-2')
    const flags = ['--domain', 'signals.example.com', '--hosted-zone-id', 'Z1', '--stage', 'own']
    const { code, said } = await deploy('--mail', 'me@example.com', ...flags, '--yes')
    cloud.parameterRegions.clear()
    expect(said).toContain('npx cdk bootstrap aws://000000000000/us-east-1')
    expect(code).toBe(2)
  })
})

describe('npm run destroy', () => {
  it('lists what it will delete, and asks for the stack’s name', async () => {
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
    'deletes nothing without the permission %s, and prints a policy that grants it',
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

  it('explains a refusal by AWS during the deletion, and deletes no user’s secret', async () => {
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

  it('deletes the named stack and its users’ secrets', async () => {
    const { code, said } = await destroy('--stage', 'dry', '--confirm', 'Signalpost-dry')
    expect(said).toContain('Signalpost-dry is gone, and 2 secrets of its users.')
    expect(code).toBe(0)
    expect(cloud.stacks.has('Signalpost-dry')).toBe(false)
    expect([...cloud.secrets]).toEqual(['Signalpost/user/cy', 'of another'])
  })

  it('deletes the users’ remaining secrets if it runs again after the stack was deleted', async () => {
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

  it('does not delete the production stack while it is protected', async () => {
    const { code, said } = await destroy('--confirm', 'Signalpost')
    expect(said).toContain('is protected from being deleted')
    expect(said).toContain('--no-enable-termination-protection --region eu-west-2 --stack-name Signalpost')
    expect(code).toBe(2)
    expect(cloud.stacks.has('Signalpost')).toBe(true)
  })

  it('refuses a stage that does not exist', async () => {
    const { code, said } = await destroy('--stage', 'never', '--confirm', 'Signalpost-never')
    expect(said).toContain('There is no Signalpost-never in eu-west-2')
    expect(code).toBe(2)
  })
})
