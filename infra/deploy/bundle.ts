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
  // CommonJS packages load Node's modules with `require`. We import `createRequire` under another name, because some
  // packages import it too.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
} as const satisfies BuildOptions

/**
 * Bundles every Lambda into an empty folder, because AWS uploads whatever the folder contains. Each folder takes one
 * call of esbuild, so that its Lambdas share chunks and load rarely used code on demand. One call per Lambda would take
 * three times as long and three times the space. `sideEffects: false` in package.json lets esbuild leave out files that
 * only re-export others.
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
        // The SDK's code for browsers. Nothing imports it, but a build with splitting would still write it.
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
