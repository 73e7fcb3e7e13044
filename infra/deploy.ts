import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readCommand } from '../shared/command-line.ts'
import { type CdkCall, cdkCall, firstSteps, helpOf } from './deployment.ts'
import { root } from './lambdas.ts'

/** `npm run deploy -- --mail you@example.com`: builds, synthesizes and deploys, and says what to do first. */

export const runCdk = ({ args, environment }: CdkCall) => {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status ?? 1
}

if (import.meta.main) {
  const outputsFile = join(root, '.build/outputs.json')
  mkdirSync(dirname(outputsFile), { recursive: true })
  const call = readCommand(helpOf('deploy'), () =>
    cdkCall('deploy', process.argv.slice(2), process.env, outputsFile),
  )
  try {
    process.exitCode = runCdk(call)
    if (process.exitCode === 0) {
      const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
      const mail = call.args.find((each) => each.startsWith('mail='))?.slice('mail='.length) ?? ''
      console.log(firstSteps(call, outputs[call.stackName] ?? {}, mail))
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
