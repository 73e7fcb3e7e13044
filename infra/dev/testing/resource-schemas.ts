import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec'
import type { Template } from '../../deploy/template.ts'

type Spec = Awaited<ReturnType<typeof loadAwsServiceSpec>>
type Shape = {
  readonly type: string
  readonly reference?: { readonly $ref: string }
  readonly element?: Shape
  readonly types?: readonly Shape[]
  readonly allowedValues?: readonly unknown[]
}
type Fields = Readonly<Record<string, { readonly type: Shape; readonly required?: boolean }>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Whether a value is a CloudFormation function, such as `Ref`, whose result is known only at deployment. */
const isFunction = (value: unknown): value is Record<string, unknown> => {
  const [only, ...others] = isObject(value) ? Object.keys(value) : []
  return only !== undefined && others.length === 0 && (only === 'Ref' || only.startsWith('Fn::'))
}

/** Checks a value against CloudFormation's resource schemas: types, names and required properties. */
class Checker {
  readonly problems: string[] = []
  private readonly spec: Spec

  constructor(spec: Spec) {
    this.spec = spec
  }

  fields(at: string, value: unknown, fields: Fields) {
    if (!isObject(value)) return this.problem(at, 'must be an object')
    for (const name of Object.keys(value))
      if (!fields[name]) this.problem(`${at}.${name}`, 'is not a property here')
    for (const [name, { type, required }] of Object.entries(fields)) {
      const given = value[name]
      if (given !== undefined) this.value(`${at}.${name}`, given, type)
      else if (required) this.problem(`${at}.${name}`, 'is required')
    }
  }

  private value(at: string, value: unknown, shape: Shape): void {
    if (isFunction(value)) return
    switch (shape.type) {
      case 'string':
      case 'date-time':
        return this.scalar(at, value, shape, ['string', 'number', 'boolean'])
      case 'number':
      case 'integer':
        if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value))
          return this.problem(at, 'must be a number')
        if (shape.type === 'integer' && !Number.isInteger(Number(value)))
          return this.problem(at, 'must be a whole number')
        return this.scalar(at, value, shape, ['number', 'string'])
      case 'boolean':
        return this.scalar(at, value, { ...shape, allowedValues: [true, false, 'true', 'false'] }, [
          'boolean',
          'string',
        ])
      case 'array':
        if (!Array.isArray(value)) return this.problem(at, 'must be a list')
        return value.forEach((item, index) => this.value(`${at}[${index}]`, item, shape.element as Shape))
      case 'map':
        if (!isObject(value)) return this.problem(at, 'must be an object')
        return Object.entries(value).forEach(([key, item]) =>
          this.value(`${at}.${key}`, item, shape.element as Shape),
        )
      case 'tag':
        return this.fields(at, value, { Key: stringField, Value: stringField })
      case 'ref':
        return this.fields(
          at,
          value,
          this.spec.get('typeDefinition', shape.reference?.$ref as string).properties as Fields,
        )
      case 'union':
        return this.union(at, value, shape.types ?? [])
      case 'json':
        return
      default:
        this.problem(at, `has a type that this check does not know: ${shape.type}`)
    }
  }

  private scalar(at: string, value: unknown, { allowedValues }: Shape, types: readonly string[]) {
    if (!types.includes(typeof value)) this.problem(at, `must be a ${types[0]}`)
    else if (allowedValues && !allowedValues.includes(value))
      this.problem(at, `must be one of ${allowedValues.join(', ')}`)
  }

  /** Checks a value against several types. If it matches none of them, reports the problems with the first type. */
  private union(at: string, value: unknown, types: readonly Shape[]) {
    const lists = types.filter(({ type }) => type === 'array')
    // Some schemas allow either a list of a certain type or any JSON. If the value is a list, it must match the list
    // type.
    const fitting = Array.isArray(value) && lists.length > 0 ? lists : types
    const attempts = fitting.map((type) => {
      const attempt = new Checker(this.spec)
      attempt.value(at, value, type)
      return attempt.problems
    })
    if (!attempts.some((problems) => problems.length === 0)) this.problems.push(...(attempts[0] ?? []))
  }

  private problem(at: string, what: string) {
    this.problems.push(`${at} ${what}`)
  }
}

const stringField = { type: { type: 'string' }, required: true } as const

/** References in a template to missing resources or attributes. */
const danglingIn = (template: Template, spec: Spec): string[] => {
  const problems: string[] = []
  const attributesOf = (id: string) => {
    const type = template.Resources[id]?.Type ?? ''
    const [resource] = spec.lookup('resource', 'cloudFormationType', 'equals', type)
    return resource ? Object.keys(resource.attributes) : null
  }
  const walk = (at: string, value: unknown): void => {
    if (Array.isArray(value)) return value.forEach((item) => walk(at, item))
    if (!isObject(value)) return
    if (isFunction(value) && typeof value.Ref === 'string') {
      const known =
        value.Ref.startsWith('AWS::') ||
        value.Ref in template.Resources ||
        value.Ref in (template.Parameters ?? {})
      if (!known) problems.push(`${at} refers to ${value.Ref}, which is not there`)
    }
    if (isFunction(value) && Array.isArray(value['Fn::GetAtt'])) {
      const [id, attribute] = value['Fn::GetAtt'] as [string, string]
      if (!(id in template.Resources)) problems.push(`${at} refers to ${id}, which is not there`)
      else if (attributesOf(id)?.includes(attribute) === false)
        problems.push(`${at} asks for ${id}.${attribute}, which its type does not have`)
    }
    for (const item of Object.values(value)) walk(at, item)
  }
  for (const [id, resource] of Object.entries(template.Resources)) walk(id, resource)
  walk('Outputs', template.Outputs)
  return problems
}

/**
 * Checks a template against CloudFormation’s resource schemas, which come with the CDK.
 * @returns the problems found
 */
export const schemaProblems = async (template: Template): Promise<string[]> => {
  const spec = await loadAwsServiceSpec()
  const checker = new Checker(spec)
  for (const [id, { Type, Properties = {} }] of Object.entries(template.Resources)) {
    if (Type.startsWith('Custom::') || Type === 'AWS::CDK::Metadata') continue
    const [resource] = spec.lookup('resource', 'cloudFormationType', 'equals', Type)
    if (resource) checker.fields(`${id} (${Type})`, Properties, resource.properties as Fields)
    else checker.problems.push(`${id} has a type that CloudFormation does not know: ${Type}`)
  }
  return [...checker.problems, ...danglingIn(template, spec)]
}
