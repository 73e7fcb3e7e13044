import type { Metafile } from 'esbuild'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ceilingOf, figuresOf } from '../../deploy/bundles.ts'
import { siteFolder } from '../../stack/site-folder.ts'
import type { Measurement } from './measured.ts'
import { bundleFolder } from '../../stack/assets.ts'

/** Measures what each Lambda loads before it can run: kilobytes and bundled files. */
export const countBundles = (report: (measured: Measurement) => void) => {
  const metafile = JSON.parse(readFileSync(join(bundleFolder, 'meta.json'), 'utf8')) as Metafile
  for (const { name, bytes, modules } of figuresOf(metafile)) {
    report({
      name: `bundle ${name}`,
      value: Math.round(bytes / 1000),
      unit: 'kB',
      target: 600,
      ceiling: ceilingOf(name) / 1_000,
      // The size of a request signer without the SDK, which was built and measured but never used with AWS.
      floor: 2,
    })
    report({
      name: `modules in ${name}`,
      value: modules,
      unit: 'files',
      target: 750,
      ceiling: 1_000,
      floor: 1,
    })
  }
}

type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string
      readonly imports?: readonly string[]
      readonly css?: readonly string[]
      readonly isEntry?: boolean
      readonly isDynamicEntry?: boolean
    }
  >
>

/** Measures what a browser loads first and for each page, compressed as CloudFront sends it. */
export const countSite = (report: (measured: Measurement) => void) => {
  const file = join(siteFolder, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The site was built without its manifest')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest

  const closure = (key: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || found.has(key)) return found
    found.add(key)
    for (const each of chunk.imports ?? []) closure(each, found)
    return found
  }
  const kilobytes = (files: Iterable<string>) => {
    let bytes = 0
    for (const each of new Set(files))
      bytes += gzipSync(readFileSync(join(siteFolder, each)), { level: 9 }).length
    return Math.round(bytes / 100) / 10
  }
  const filesOf = (keys: Iterable<string>) => [...keys].map((key) => manifest[key]?.file ?? '')

  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The site has no entry')
  const first = closure(entry)
  report({
    name: 'JavaScript before any page, gz',
    value: kilobytes(filesOf(first)),
    unit: 'kB',
    target: 125,
    ceiling: 150,
    // The size of React with a single button.
    floor: 69,
  })
  const stylesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? [])
  report({
    name: 'styles, gz',
    value: kilobytes(stylesOf(first)),
    unit: 'kB',
    target: 10,
    ceiling: 16,
    floor: 6,
  })

  const layout = Object.keys(manifest).find((key) => /layout\.tsx$/.test(key))
  const shell = layout ? closure(layout) : new Set<string>()
  for (const key of Object.keys(manifest).filter((each) => /^pages\//.test(each))) {
    const isPublic = /(login|register|password|not-found)\.tsx$/.test(key)
    const known = new Set([...first, ...(isPublic ? [] : shell)])
    const own = [...closure(key)].filter((each) => !known.has(each))
    report({
      name: `JavaScript of ${basename(key, '.tsx')} on top, gz`,
      value: kilobytes(filesOf(own)),
      unit: 'kB',
      target: 60,
      ceiling: 90,
      floor: 1,
    })
  }
  for (const [page, target] of [
    ['overview', 150],
    ['journal', 160],
  ] as const) {
    const all = new Set([...first, ...shell, ...closure(`pages/${page}.tsx`)])
    report({
      name: `scripts and styles for the first view of ${page}, gz`,
      value: kilobytes([...filesOf(all), ...stylesOf(all)]),
      unit: 'kB',
      target,
      ceiling: target + 20,
      floor: 75,
    })
  }
  report({
    name: 'JavaScript of the dashboard’s frame on top, gz',
    value: kilobytes(filesOf([...shell].filter((key) => !first.has(key)))),
    unit: 'kB',
    target: 70,
    ceiling: 90,
    floor: 1,
  })
}
