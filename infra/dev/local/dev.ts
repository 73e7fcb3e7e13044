import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { readCommand, wholeNumber } from '../../command-line.ts'
import { bundleFunctions } from '../../deploy/bundle.ts'
import { root } from '../../stack/lambdas.ts'
import { buildIfChanged, stampFile } from './build-cache.ts'
import { startCommand } from './start-command.ts'

const help = `npm run dev

Runs the product as npm start does, for development. Vite serves the site, so changes to the site appear as soon as you save
them. When you save a change to a Lambda, the local cloud restarts, which takes a few seconds. Its data is kept.
Ports: DEV_PORT (3100) for the site, PORT (3000), PAPER_IG_PORT (3001).`

const { port, cloudPort } = readCommand(help, () => ({
  port: wholeNumber('DEV_PORT', process.env.DEV_PORT ?? '3100', 1),
  cloudPort: wholeNumber('PORT', process.env.PORT ?? '3000', 1),
}))
const cloudOrigin = `http://localhost:${cloudPort}`

let cloud: ChildProcess | undefined
const startCloud = () => {
  cloud = spawn(process.execPath, startCommand, {
    cwd: root,
    env: { ...process.env, ASSETS: 'built', PORT: String(cloudPort) },
    stdio: 'inherit',
  })
}
const endCloud = async () => {
  const ending = cloud
  if (!ending || ending.exitCode !== null) return
  const ended = new Promise((resolve) => ending.once('exit', resolve))
  ending.kill()
  await ended
}

if (process.env.ASSETS !== 'built') await buildIfChanged()
startCloud()

const site = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The API accepts changes only if they come from its own site.
    proxy: { '/api': { target: cloudOrigin, changeOrigin: true, headers: { origin: cloudOrigin } } },
  },
})
await site.listen()
console.log(`The site is at http://localhost:${port}. It updates whenever you save a change`)

/**
 * The running restart. Files that are saved within 300 ms cause one restart; a save during a restart causes another
 * one.
 */
let restarting = Promise.resolve()
let isAsked = false
const restart = async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  isAsked = false
  // `npm start` must not mistake these bundles for its own last build.
  rmSync(stampFile, { force: true })
  try {
    await bundleFunctions()
  } catch {
    // esbuild has already printed the error. The previous version runs until the next save.
    return
  }
  await endCloud()
  startCloud()
}
const onChange = (_: string, file: string | null) => {
  if (isAsked || !file?.endsWith('.ts') || file.endsWith('.test.ts')) return
  isAsked = true
  restarting = restarting.then(restart)
}
const watchers = ['functions', 'shared'].map((folder) =>
  watch(join(root, folder), { recursive: true }, onChange),
)

const end = () => {
  for (const watcher of watchers) watcher.close()
  void Promise.all([site.close(), endCloud()]).then(() => process.exit(0))
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
