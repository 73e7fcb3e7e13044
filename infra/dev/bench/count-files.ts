import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { siteFolder } from '../../stack/site-folder.ts'
import type { Measurement } from './measured.ts'

type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string
      readonly imports?: readonly string[]
      readonly css?: readonly string[]
      readonly isEntry?: boolean
    }
  >
>

/** Measures what a browser loads first and for two pages, compressed as CloudFront sends it. */
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
}
