import { readNoOptions } from '../command-line.ts'
import { build, type BuildOptions, type Metafile } from 'esbuild'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleOf, entryPoints, root } from '../stack/lambdas.ts'
import { bundleFolder } from '../stack/assets.ts'

export const bundleOptions = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  metafile: true,
  alias: {
    '@aws-sdk/credential-provider-node': join(root, 'infra/deploy/lambda-credentials.ts'),
    '@aws-sdk/endpoint-cache': join(root, 'infra/deploy/no-endpoint-cache.ts'),
  },
  legalComments: 'none',
  logLevel: 'warning',
  // Packages in CommonJS ask for Node's own modules by require. Under a name of ours, since some import it too.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
} as const satisfies BuildOptions

/** They load what few alerts need when it is first needed: in a file next to `index`, which a cold start leaves alone. */
const loadingLate: readonly string[] = [
  bundleOf('execute-alerts'),
  bundleOf('handle-dead-letters'),
  bundleOf('reconcile-alerts'),
  bundleOf('tryAlert'),
  bundleOf('searchMarkets'),
  bundleOf('match-symbols'),
  bundleOf('getTradePrices'),
]

/**
 * Each Lambda self-contained in a folder of its own. All in one esbuild call: one by one they take ten times as long.
 * Only those that are split have a call each, or they would share their parts.
 */
export const bundleInto = async (folder: string): Promise<Metafile> => {
  const entries = Object.entries(entryPoints())
  const whole = entries.filter(([name]) => !loadingLate.includes(name))
  const split = entries.filter(([name]) => loadingLate.includes(name))
  const built = await Promise.all([
    build({
      ...bundleOptions,
      entryPoints: Object.fromEntries(whole.map(([name, file]) => [join(name, 'index'), file])),
      outdir: folder,
    }),
    ...split.map(([name, file]) =>
      build({
        ...bundleOptions,
        entryPoints: { index: file },
        outdir: join(folder, name),
        splitting: true,
        // The SDK's, for browsers: nothing reaches it, but a split build would write it out.
        external: ['bowser'],
      }),
    ),
  ])
  return {
    inputs: Object.assign({}, ...built.map(({ metafile }) => metafile.inputs)) as Metafile['inputs'],
    outputs: Object.assign({}, ...built.map(({ metafile }) => metafile.outputs)) as Metafile['outputs'],
  }
}

export const bundleFunctions = async () => {
  rmSync(bundleFolder, { recursive: true, force: true })
  const metafile = await bundleInto(bundleFolder)
  writeFileSync(join(bundleFolder, 'meta.json'), JSON.stringify(metafile))
}

if (import.meta.main) {
  readNoOptions('npm run bundle\n\nBundles every Lambda into .build/functions.')
  await bundleFunctions()
  console.log(`Bundled ${Object.keys(entryPoints()).length} Lambdas into .build/functions`)
}
