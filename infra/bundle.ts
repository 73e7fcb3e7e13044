import { build } from 'esbuild'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryPoints, root } from './lambdas.ts'

export const bundleFolder = join(root, '.build/functions')

/** All Lambdas in one esbuild call, each self-contained in a folder of its own: forty one by one take ten times as long. */
export const bundleInto = async (folder: string) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(entryPoints()).map(([name, file]) => [join(name, 'index'), file]),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    metafile: true,
    alias: { '@aws-sdk/credential-provider-node': join(root, 'infra/lambda-credentials.ts') },
    legalComments: 'none',
    logLevel: 'warning',
    // Packages in CommonJS ask for Node's own modules by require. Under a name of ours, since some import it too.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  })
  return metafile
}

export const bundleFunctions = async () => {
  rmSync(bundleFolder, { recursive: true, force: true })
  const metafile = await bundleInto(bundleFolder)
  writeFileSync(join(bundleFolder, 'meta.json'), JSON.stringify(metafile))
}

if (import.meta.main) {
  await bundleFunctions()
  console.log(`Bundled ${Object.keys(entryPoints()).length} Lambdas into .build/functions`)
}
