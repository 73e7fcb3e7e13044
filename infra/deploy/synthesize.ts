import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../build-app.ts'
import { entryPoints, root } from '../lambdas.ts'
import type { Resource, Template } from './template.ts'

/**
 * Synthesizes the real CDK app in this process over assets that hold nothing: what a template says does not depend on
 * what lies in a bundle.
 */
export const synthesizeEmpty = (context: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-synth-'))
  try {
    const bundle = (name: string) => join(folder, 'functions', name)
    for (const name of Object.keys(entryPoints())) {
      mkdirSync(bundle(name), { recursive: true })
      writeFileSync(join(bundle(name), 'index.mjs'), `// ${name}`)
    }
    const site = join(folder, 'web')
    mkdirSync(site)
    writeFileSync(join(site, 'index.html'), '')
    const cdkJson = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object }
    const outdir = join(folder, 'cdk.out')
    const { app, stack } = buildApp(
      {
        outdir,
        context: { ...cdkJson.context, 'aws:cdk:enable-path-metadata': true, version: '0.0.0', ...context },
      },
      { bundle, site },
    )
    const assembly = app.synth()
    const reports = readdirSync(outdir).filter((name) => name.endsWith('validation-report.json'))
    const templates = Object.fromEntries(
      assembly.stacks.map(({ stackName, template }) => [stackName, template as Template]),
    )
    return {
      app,
      templates,
      template: templates[stack.stackName] as Template,
      /** What `cdk synth --strict` refuses. */
      warnings: assembly.stacks.flatMap(({ messages }) =>
        messages.flatMap(({ level, entry }) => (level === 'info' ? [] : [JSON.stringify(entry.data)])),
      ),
      reports: reports.map((name) => readFileSync(join(outdir, name), 'utf8')),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type SynthesizedTemplate = {
  readonly id: string
  readonly path: string
  readonly properties: Record<string, unknown>
}

export const resourcesOfType = ({ Resources }: Template, type: string): SynthesizedTemplate[] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => ({ id, path: pathOf(id, resource), properties: resource.Properties ?? {} }))

/** Where the resource lies in the CDK app, below the stack. */
export const pathOf = (id: string, { Metadata }: Resource) =>
  String(Metadata?.['aws:cdk:path'] ?? id)
    .replace(/\/Resource$/, '')
    .split('/')
    .slice(1)
    .join('/')
