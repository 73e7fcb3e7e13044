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

/** Options that are addresses. Their ports may differ at each start, and a template contains them unchanged. */
const addresses = ['siteOrigin', 'igDemoUrl', 'igLiveUrl', 'yahooUrl'] as const
const placeholderOf = (name: string) => `http://${name.toLowerCase()}.invalid`

const cache = join(root, '.build/cdk')
const dayMs = 86_400_000

/**
 * Synthesizes the real CDK app into a folder, or reuses an earlier synthesis of the same bundles, site, constructs and
 * options with this start's addresses. Assets must be built.
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

/** @returns the folder of an app that was synthesized with this context, now or earlier */
const cached = async (context: Context): Promise<string> => {
  // A build rewrites its list of files, even if another command started it.
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
    // A parallel start of the same sources was faster.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Runs the synthesis in a separate process, whose memory is freed with it. */
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
      // Validation takes half of the time. `npm run synth` validates what is deployed.
      CDK_VALIDATION: 'false',
      // Paths name the resources, as with the CDK's own command line.
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdkJson.context, ...context, ...metadataContext }),
    },
  })
}
