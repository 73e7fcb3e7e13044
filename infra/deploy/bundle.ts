import { build, type BuildOptions, type Metafile } from 'esbuild'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { entryPoints, root } from '../stack/lambdas.ts'
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

/**
 * Bundles every Lambda afresh, since AWS gets everything in a folder. One esbuild call for each folder: its Lambdas share
 * their common parts, and load what few events need when it is first needed. One by one they take thrice as long and thrice
 * the room. A file that another one only passes on is left out, since package.json says that loading a file does nothing
 * (`sideEffects`).
 */
export const bundleFunctions = async (): Promise<Metafile> => {
  rmSync(bundleFolder, { recursive: true, force: true })
  const folders = Map.groupBy(Object.entries(entryPoints()), ([bundle]) => dirname(bundle))
  const built = await Promise.all(
    [...folders].map(([folder, entries]) =>
      build({
        ...bundleOptions,
        entryPoints: Object.fromEntries(entries.map(([bundle, file]) => [basename(bundle), file])),
        outdir: join(bundleFolder, folder),
        splitting: true,
        // The SDK's, for browsers: nothing reaches it, but a split build would write it out.
        external: ['bowser'],
      }),
    ),
  )
  const metafile: Metafile = {
    inputs: Object.assign({}, ...built.map(({ metafile: { inputs } }) => inputs)) as Metafile['inputs'],
    outputs: Object.assign({}, ...built.map(({ metafile: { outputs } }) => outputs)) as Metafile['outputs'],
  }
  writeFileSync(join(bundleFolder, 'meta.json'), JSON.stringify(metafile))
  return metafile
}
