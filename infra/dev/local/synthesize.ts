import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleFolder } from '../../stack/assets.ts'
import { root } from '../../stack/lambdas.ts'
import type { Template } from '../../deploy/template.ts'
import { metadataContext, readTemplate } from '../../deploy/whole-template.ts'
import { hashOfSources } from './build-cache.ts'

const run = promisify(execFile)

type Context = Readonly<Record<string, string>>

/**
 * Options that are addresses. Their ports may differ at each start. The template contains them unchanged, so they can
 * be replaced in it.
 */
const addresses = ['siteOrigin', 'igDemoUrl', 'igLiveUrl', 'yahooUrl'] as const
const placeholderOf = (name: string) => `http://${name.toLowerCase()}.invalid`

const cache = join(root, '.build/cdk')
const dayMs = 86_400_000

/**
 * Synthesizes the real CDK app into a folder. If bundles, site, constructs and options are the same as before, it
 * reuses the earlier synthesis with the current addresses. Assets must be built.
 */
export const synthesize = async (folder: string, context: Context): Promise<Template> => {
  const synthesized = await cached(
    Object.fromEntries(
      Object.entries(context).map(([name, value]) => [
        name,
        addresses.some((each) => each === name) ? placeholderOf(name) : value,
      ]),
    ),
  )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(synthesized)) {
    const [from, to] = [join(synthesized, name), join(folder, name)]
    if (!name.endsWith('.template.json')) symlinkSync(from, to)
    else
      writeFileSync(
        to,
        addresses.reduce(
          (text, address) => text.replaceAll(placeholderOf(address), context[address] ?? ''),
          readFileSync(from, 'utf8'),
        ),
      )
  }
  return readTemplate(folder)
}

/**
 * Synthesizes the app unless it has already been synthesized with this context.
 * @returns the folder of the synthesized app
 */
const cached = async (context: Context): Promise<string> => {
  // Every build rewrites this file, even if another command starts the build.
  const builtAt = statSync(join(bundleFolder, 'meta.json')).mtimeMs
  const key = createHash('sha256')
    .update(JSON.stringify([hashOfSources(), builtAt, context]))
    .digest('hex')
  const folder = join(cache, key.slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache))
    if (Date.now() - statSync(join(cache, name)).mtimeMs > dayMs)
      rmSync(join(cache, name), { recursive: true, force: true })
  const unfinished = join(cache, `unfinished-${randomUUID()}`)
  await synthesizeAfresh(unfinished, context)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // A parallel start has already synthesized the same sources.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Runs the synthesis in a separate process, so that its memory is freed afterwards. */
export const synthesizeAfresh = async (folder: string, context: Context) => {
  const cdkJson = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>
  }
  await run(process.execPath, ['infra/deploy/app.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ASSETS: 'built',
      CDK_OUTDIR: folder,
      // Validation would take half of the synthesis time. `npm run synth` validates the template that is deployed.
      CDK_VALIDATION: 'false',
      // The context makes the CDK add the path of each resource, as its own command line does.
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdkJson.context, ...context, ...metadataContext }),
    },
  })
}
