import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAssets } from '../../deploy/build-assets.ts'
import { sourceVersion } from '../../git.ts'
import { bundleFolder } from '../../stack/assets.ts'
import { root } from '../../stack/lambdas.ts'
import { siteFolder } from '../../stack/site-folder.ts'

/** Everything that bundles, site and template are made from. Installed packages are known by the lock file. */
const sources = [
  '{shared,functions,web}/**/*',
  'docs/guide.md',
  'infra/{stack,deploy}/**/*',
  'infra/*.ts',
  '{cdk,package,package-lock,tsconfig}.json',
]
const isTest = (file: string) => /\.test\.tsx?$|^web\/testing\//.test(file)

/** Changes with any of the sources, with the version that the Lambdas report and with the Node.js that builds. */
export const hashOfSources = (): string => {
  const hash = createHash('sha256').update(`${process.version} ${sourceVersion()}`)
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    const path = file.slice(root.length + 1)
    if (!isTest(path)) hash.update(`\n${path}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

export const stampFile = join(root, '.build/sources')

/** The sources that bundles and site were last built from; empty before the first build. */
const lastBuilt = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '')

/** Builds bundles and site, unless what is there was built from these very sources. */
export const buildIfChanged = async () => {
  const hash = hashOfSources()
  const isThere = existsSync(join(bundleFolder, 'meta.json')) && existsSync(join(siteFolder, 'index.html'))
  if (isThere && lastBuilt() === hash) return
  mkdirSync(join(root, '.build'), { recursive: true })
  // A build that is cut off leaves no stamp of the one before.
  writeFileSync(stampFile, '')
  await buildAssets()
  writeFileSync(stampFile, hash)
}
