import { join } from 'node:path'
import { root } from './lambdas.ts'
import { siteFolder } from './site-folder.ts'

/** The finished files that the CDK app takes: a folder for each bundle, and the site. */
export type Assets = { readonly bundle: (name: string) => string; readonly site: string }

export const bundleFolder = join(root, '.build/functions')

export const builtAssets: Assets = { bundle: (name) => join(bundleFolder, name), site: siteFolder }
