import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource, Template } from './template.ts'

/** Makes the CDK record the path of each construct and the file of each nested template, as its command line does. */
export const metadataContext = {
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:enable-asset-metadata': true,
} as const

/**
 * Merges a synthesized stack and its nested stacks into one template. Programs use it to find out what a deployment
 * contains; CloudFormation never receives it. References between nested stacks become direct references to resources.
 * @param folder the folder of the synthesized app, which contains all templates
 */
export const wholeTemplate = (root: Template, folder: string): Template => {
  const nested = Object.entries(root.Resources).flatMap(([id, resource]) =>
    resource.Type === nestedStack ? [{ id, resource, template: nestedTemplate(resource, folder) }] : [],
  )
  const taken = new Set(Object.keys(root.Resources))
  const inlined = nested.map(({ id: stackId, resource, template }) => {
    const parameters = (resource.Properties?.Parameters ?? {}) as Readonly<Record<string, unknown>>
    const names = new Map(
      Object.keys(template.Resources).map((id) => [id, taken.has(id) ? `${stackId}${id}` : id]),
    )
    for (const id of names.values()) taken.add(id)
    const translate = (value: unknown): unknown =>
      mapReferences(value, (kind, [id = '', ...attribute]) => {
        if (kind === 'Ref' && id in parameters) return parameters[id]
        const name = names.get(id) ?? id
        return kind === 'Ref' ? { Ref: name } : { 'Fn::GetAtt': [name, ...attribute] }
      })
    const resources = Object.entries(template.Resources).map(([id, { DependsOn, ...own }]) => [
      names.get(id) as string,
      {
        ...(translate(own) as Resource),
        ...(DependsOn ? { DependsOn: [DependsOn].flat().map((each) => names.get(each) ?? each) } : {}),
      },
    ])
    const outputs = Object.entries(template.Outputs ?? {}).map(([name, { Value }]) => [
      name,
      translate(Value),
    ])
    return { stackId, resources, outputs: Object.fromEntries(outputs) as Record<string, unknown> }
  })
  const outputsOf = new Map(inlined.map(({ stackId, outputs }) => [stackId, outputs]))
  const own = Object.entries(root.Resources).filter(([, { Type }]) => Type !== nestedStack)
  return mapReferences(
    { ...root, Resources: Object.fromEntries([...own, ...inlined.flatMap(({ resources }) => resources)]) },
    (kind, [id = '', attribute = '']) => {
      const outputs = outputsOf.get(id)
      if (outputs) return outputs[attribute.replace(/^Outputs\./, '')]
      return kind === 'Ref' ? { Ref: id } : { 'Fn::GetAtt': [id, attribute] }
    },
  ) as Template
}

/**
 * Reads the only stack of a synthesized app.
 * @throws Error if the app has no stack
 */
export const readTemplate = (folder: string): Template => {
  const file = readdirSync(folder).find((name) => /^[^.]+\.template\.json$/.test(name))
  if (!file) throw new Error('The CDK app made no template')
  return wholeTemplate(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Template, folder)
}

export const nestedStack = 'AWS::CloudFormation::Stack'

export const nestedTemplate = ({ Metadata }: Resource, folder: string) =>
  JSON.parse(readFileSync(join(folder, String(Metadata?.['aws:asset:path'])), 'utf8')) as Template

/**
 * Replaces references in a value.
 * @param replace returns the value for a `Ref` or `Fn::GetAtt` with this argument
 */
const mapReferences = (
  value: unknown,
  replace: (kind: 'Ref' | 'Fn::GetAtt', argument: readonly string[]) => unknown,
): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapReferences(each, replace))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  const [[kind, argument] = []] = entries
  if (entries.length === 1 && (kind === 'Ref' || kind === 'Fn::GetAtt'))
    return replace(kind, [argument as string | readonly string[]].flat())
  return Object.fromEntries(entries.map(([key, each]) => [key, mapReferences(each, replace)]))
}
