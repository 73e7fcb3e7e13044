import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAssets } from '../../deploy/build-assets.ts'
import { sourceVersion } from '../../git.ts'
import { bundleFolder } from '../../stack/assets.ts'
import { root } from '../../stack/lambdas.ts'
import { siteFolder } from '../../stack/site-folder.ts'

/** The files from which bundles, site and template are built. The lock file represents the installed packages. */
const sources = [
  '{shared,functions,web}/**/*',
  'docs/guide.md',
  'infra/{stack,deploy}/**/*',
  'infra/*.ts',
  '{cdk,package,package-lock,tsconfig}.json',
]
const isTest = (file: string) => /\.test\.tsx?$|^web\/testing\//.test(file)

/** A hash of all source files, the version that the Lambdas report, and the Node.js version of the build. */
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

/** The source hash of the last build; empty if there was none. */
const lastBuilt = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '')

/** Builds bundles and site unless they are up to date. */
export const buildIfChanged = async () => {
  const hash = hashOfSources()
  const isThere = existsSync(join(bundleFolder, 'meta.json')) && existsSync(join(siteFolder, 'index.html'))
  if (isThere && lastBuilt() === hash) return
  mkdirSync(join(root, '.build'), { recursive: true })
  // If the build is interrupted, the hash of the previous build must not remain.
  writeFileSync(stampFile, '')
  await buildAssets()
  writeFileSync(stampFile, hash)
}
