import { join } from 'node:path'
import { root } from './lambdas.ts'
import { siteFolder } from './site-folder.ts'

/** The built files that the CDK app deploys: bundle folders and the site. */
export type Assets = { readonly bundles: (folder: string) => string; readonly site: string }

export const bundleFolder = join(root, '.build/functions')

export const builtAssets: Assets = { bundles: (folder) => join(bundleFolder, folder), site: siteFolder }
