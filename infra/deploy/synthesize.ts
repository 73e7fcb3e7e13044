import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildApp } from '../stack/build-app.ts'
import { entryPoints, root } from '../stack/lambdas.ts'
import type { Resource, Template } from './template.ts'
import { metadataContext, nestedStack, nestedTemplate, wholeTemplate } from './whole-template.ts'

/** Makes the CDK leave assets in their folders. */
const withoutCopies = { 'aws:cdk:disable-asset-staging': true } as const

/**
 * Synthesizes the CDK app in this process with empty assets, because templates do not depend on the content of bundles.
 */
export const synthesizeEmpty = (context: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-synth-'))
  try {
    const bundles = (name: string) => join(folder, 'functions', name)
    for (const bundle of Object.keys(entryPoints())) {
      mkdirSync(bundles(dirname(bundle)), { recursive: true })
      writeFileSync(`${bundles(bundle)}.mjs`, `// ${bundle}`)
    }
    const site = join(folder, 'web')
    mkdirSync(site)
    writeFileSync(join(site, 'index.html'), '')
    const cdkJson = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object }
    const outdir = join(folder, 'cdk.out')
    const { app, stack } = buildApp(
      {
        outdir,
        // Validation takes longer than all other steps, and `cdk deploy` and `cdk synth` validate too.
        builtinCloudFormationValidation: false,
        context: { ...cdkJson.context, ...metadataContext, ...withoutCopies, version: '0.0.0', ...context },
      },
      { bundles, site },
    )
    const assembly = app.synth()
    const reports = readdirSync(outdir).filter((name) => name.endsWith('validation-report.json'))
    const roots = assembly.stacks.map(({ stackName, template }) => [stackName, template as Template] as const)
    const templates = Object.fromEntries(
      roots.map(([stackName, template]) => [stackName, wholeTemplate(template, outdir)]),
    )
    const deployed = roots.flatMap(([stackName, template]) => [
      [stackName, template] as const,
      ...Object.entries(template.Resources).flatMap(([id, resource]) =>
        resource.Type === nestedStack ? [[id, nestedTemplate(resource, outdir)] as const] : [],
      ),
    ])
    return {
      app,
      /** Templates by stack name. Each template includes the stack's nested stacks. */
      templates,
      template: templates[stack.stackName] as Template,
      /** Templates that CloudFormation receives. Stacks are listed by name, and nested stacks by logical ID. */
      deployed: Object.fromEntries(deployed) as Readonly<Record<string, Template>>,
      /** Warnings that make `cdk synth --strict` fail. */
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

/** Returns the path of a resource's construct within the stack. */
export const pathOf = (id: string, { Metadata }: Resource) =>
  String(Metadata?.['aws:cdk:path'] ?? id)
    .replace(/\/Resource$/, '')
    .split('/')
    .slice(1)
    .join('/')
