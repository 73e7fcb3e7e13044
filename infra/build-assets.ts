import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleFunctions } from './bundle.ts'
import { root } from './lambdas.ts'

const run = promisify(execFile)

/** The React build, in .build/web. */
export const buildSite = async () => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error'], {
    cwd: root,
  })
}

/** Everything that the CDK app takes as finished, side by side. */
export const buildAssets = async () => {
  await Promise.all([bundleFunctions(), buildSite()])
}
