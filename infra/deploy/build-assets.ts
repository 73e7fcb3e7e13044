import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleFunctions } from './bundle.ts'
import { root } from '../stack/lambdas.ts'
import { writeNotificationSchema } from './notification-schema.ts'
import { writeOpenApi } from './openapi.ts'
import { siteFolder } from '../stack/site-folder.ts'

const run = promisify(execFile)

/** Builds the React site and writes the JSON descriptions of the API and of notifications into it. */
export const buildSite = async (folder = siteFolder) => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['--config', 'web/vite.config.ts', '--outDir', folder, '--logLevel', 'error']
  await run(process.execPath, [vite, 'build', ...options], {
    cwd: root,
    // Tests use the production build too, so that they serve the same files as a deployment.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeOpenApi(folder)
  writeNotificationSchema(folder)
}

/** Builds everything that the CDK app deploys, in parallel. */
export const buildAssets = async () => {
  await Promise.all([bundleFunctions(), buildSite()])
}
