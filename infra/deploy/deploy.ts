import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readCommand, UsageError } from '../command-line.ts'
import {
  type Asked,
  type CdkCall,
  cdkCall,
  failedDeployment,
  firstSteps,
  helpOf,
  readAsked,
} from './deployment.ts'
import { root } from '../lambdas.ts'
import { preflight } from './preflight.ts'

/** `npm run deploy -- --mail you@example.com`: asks AWS, builds, synthesizes and deploys, and says what to do first. */

export const runCdk = ({ args, environment }: CdkCall) => {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status ?? 1
}

/** @throws UsageError where there is no terminal to ask at */
const agrees = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new UsageError('Nobody is there to be asked: say --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

const deploy = async (asked: Asked): Promise<number> => {
  const outputsFile = join(root, '.build/outputs.json')
  mkdirSync(dirname(outputsFile), { recursive: true })
  Object.assign(process.env, asked.environment)
  const { flags, said } = await preflight(asked)
  const call = cdkCall('deploy', flags, asked.environment, outputsFile)
  console.log(`${call.stackName} in ${call.region}`)
  for (const line of said) console.log(`  ${line}`)
  console.log('  Idle it costs about 0.41 USD a month, and each user 0.40 (npm run cost says more)')
  if (!asked.yes && !(await agrees('Deploy?'))) return 1
  const status = runCdk(call)
  if (status !== 0) {
    console.error(failedDeployment(call))
    return status
  }
  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
  console.log(firstSteps(call, outputs[call.stackName] ?? {}, flags.mail ?? ''))
  return 0
}

if (import.meta.main) {
  const asked = readCommand(helpOf('deploy'), () => readAsked('deploy', process.argv.slice(2), process.env))
  try {
    process.exitCode = await deploy(asked)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
