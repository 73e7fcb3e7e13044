import { createHash, randomBytes } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation'
import { readCommand, UsageError } from '../command-line.ts'
import { explained } from './account.ts'
import { agrees } from './ask.ts'
import { billOf } from './cost/bill.ts'
import { usageOf } from './cost/usage.ts'
import {
  type DeployArguments,
  type SetupLink,
  type CdkCall,
  cdkCall,
  contextOf,
  deployed,
  failedDeployment,
  firstSteps,
  helpOf,
  readAsked,
} from './deployment.ts'
import { deployVersion } from './deploy-version.ts'
import { refuseLinkIfAdmin } from './existing-admin.ts'
import { explainCdkOutput, explainFailure } from './explain-failure.ts'
import { root } from '../stack/lambdas.ts'
import { certificateStackOf, stackNameOf } from '../stack/names.ts'
import { preflight } from './preflight.ts'
import {
  countGroups,
  describeStack,
  elapsed,
  failureIn,
  groupsInWords,
  progressOf,
  readEvents,
  type StackEvent,
  stackStatus,
  waitingIn,
} from './stack-events.ts'
import { synthesizeEmpty } from './synthesize.ts'
import type { Template } from './template.ts'

const cdk = join(root, 'node_modules/aws-cdk/bin/cdk')

export const runCdk = ({ args, environment }: CdkCall) => {
  const { status } = spawnSync(process.execPath, [cdk, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status ?? 1
}

const logFile = join(root, '.build/deploy.log')
/** Milliseconds between two polls of CloudFormation. */
const pollEveryMs = 3_000

/**
 * Reads the events of the stack and of its certificate's stack, which is in another region.
 * @param since only later events are read
 */
const eventsOf = async ({ stackName, region }: CdkCall, since: Date): Promise<StackEvent[]> => {
  const [own, ofCertificate] = await Promise.all([
    readEvents(new CloudFormationClient({ region }), stackName, since),
    readEvents(new CloudFormationClient({ region: 'us-east-1' }), certificateStackOf(stackName), since),
  ])
  return [...ofCertificate, ...own]
}

/**
 * Runs the CDK with its output in a file, and shows CloudFormation's progress.
 * @returns the CDK's exit code
 */
const runWithProgress = async (
  call: CdkCall,
  expected: Readonly<Record<string, number>> | null,
): Promise<{ readonly status: number; readonly since: Date }> => {
  const { args, environment } = call
  const since = new Date()
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [cdk, ...args], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  })
  closeSync(log)
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  console.log(`  0:00  building and uploading (CDK output: ${logFile})`)
  let printed = ''
  const printProgress = async () => {
    const events = await eventsOf(call, since).catch(() => [])
    const progress = [progressOf(events, expected), ...waitingIn(events)].filter(Boolean).join('; ')
    if (progress !== '' && progress !== printed)
      console.log(`  ${elapsed(Date.now() - since.getTime())}  ${progress}`)
    printed = progress
  }
  let status: number | undefined
  while (status === undefined) {
    status = await Promise.race([ended, wait(pollEveryMs, undefined)])
    await printProgress()
  }
  return { status, since }
}

const lastOf = (file: string, lines: number) =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')

const costOf = (template: Template, users: number) =>
  billOf(usageOf(template, { users, alertsPerMonth: 0, tabs: 0 })).total

/** Creates the token of a setup link and its hash. The site compares hashes (functions/aws/hashed-token.ts). */
const newSetup = () => {
  const token = randomBytes(24).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest('base64url') }
}

/** Prints the link to a terminal. Without a terminal, writes it to a file that only its owner can read. */
const handOver = (link: string, stackName: string): SetupLink => {
  if (process.stdout.isTTY) return { link }
  const file = join(root, `.build/setup-link-${stackName}.txt`)
  rmSync(file, { force: true })
  writeFileSync(file, `${link}\n`, { mode: 0o600 })
  return { file }
}

/** Sets whether AWS refuses to delete the stack. Later deployments do not change this setting. */
const protect = (client: CloudFormationClient, StackName: string, EnableTerminationProtection: boolean) =>
  client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection }))

const deploy = async (asked: DeployArguments): Promise<number> => {
  const outputsFile = join(root, '.build/outputs.json')
  mkdirSync(dirname(outputsFile), { recursive: true })
  Object.assign(process.env, asked.environment)
  const { flags: checked, said, isNew } = await preflight(asked)
  if (asked.setupLink && !isNew) {
    const region = asked.environment.AWS_REGION as string
    await explained(region, () => refuseLinkIfAdmin(stackNameOf(checked.stage ?? 'production'), region))
  }
  const setup = isNew || asked.setupLink ? newSetup() : null
  const flags = {
    ...checked,
    ...(setup ? { 'setup-hash': setup.hash } : {}),
    ...(isNew ? { first: 'yes' } : {}),
  }
  const call = cdkCall('deploy', flags, asked.environment, outputsFile)
  const given = Object.entries(contextOf(flags)).filter(([, value]) => value !== undefined)
  const { template } = synthesizeEmpty(Object.fromEntries(given) as Record<string, string>)
  const counts = countGroups(template)
  console.log(`${call.stackName} in ${call.region}`)
  for (const line of said) console.log(`  ${line}`)
  console.log(`  ${isNew ? 'Creates' : 'Updates what has changed in'} ${groupsInWords(counts)}`)
  const idle = costOf(template, 0)
  console.log(
    `  Costs about ${idle.toFixed(2)} USD a month when idle, plus ${(costOf(template, 1) - idle).toFixed(2)} per user (details: npm run operate -- cost)`,
  )
  if (!asked.yes && !(await agrees('Deploy?'))) return 1
  const client = new CloudFormationClient({ region: call.region })
  // If an earlier creation failed, the CDK deletes its remains. AWS refuses that if the stack is protected.
  if (isNew && (await describeStack(client, call.stackName))?.EnableTerminationProtection)
    await protect(client, call.stackName, false)
  const { status, since } = await runWithProgress(call, isNew ? counts : null)
  if (status !== 0) {
    // If the login has expired, the events cannot be read, and the CDK's output names the cause.
    const failure = failureIn(await eventsOf(call, since).catch(() => []))
    const after = isNew ? null : await stackStatus(client, call.stackName)
    if (failure) console.error(explainFailure(call, failure, after))
    else {
      const lastLines = lastOf(logFile, 30)
      console.error(`${lastLines}\n${failedDeployment(call, explainCdkOutput(lastLines))}`)
    }
    return status
  }
  if (isNew && call.stage === 'production') await protect(client, call.stackName, true)
  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
  const { SiteUrl = '' } = outputs[call.stackName] ?? {}
  const link = setup && handOver(`${SiteUrl}/auth/register#setup=${setup.token}`, call.stackName)
  console.log(deployed(outputs[call.stackName] ?? {}, link))
  if (isNew) console.log(firstSteps(call, flags.mail ?? ''))
  return 0
}

if (import.meta.main) {
  const asked = readCommand(helpOf('deploy'), () => readAsked('deploy', process.argv.slice(2), process.env))
  try {
    process.exitCode =
      asked.version === undefined ? await deploy(asked) : deployVersion(asked.version, process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
