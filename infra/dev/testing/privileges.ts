import type { Template } from '../../deploy/template.ts'
import { pathOf, resourcesOfType } from '../../deploy/synthesize.ts'

type Statement = {
  readonly Effect: string
  readonly Action: string | readonly string[]
  readonly Resource: unknown
  readonly Condition?: unknown
}

type Policy = { readonly PolicyDocument: { readonly Statement: readonly Statement[] } }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const [reads, writes] = [
  ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
  ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
]

/**
 * Shortens a list of actions. `read` and `write` each replace all table actions that functions.ts allows together.
 * Other actions are listed by name.
 */
const actionWords = (actions: readonly string[]): readonly string[] => {
  const left = new Set(actions)
  const words: string[] = []
  for (const [word, group] of Object.entries({ read: reads, write: writes }))
    if (group?.every((action) => left.has(action))) {
      words.push(word)
      for (const action of group) left.delete(action)
    }
  return [...words, ...[...left].sort()]
}

/**
 * Lists what the role of each Lambda in the template may do. In `write logs`, `logs` is a table. Other resources have
 * the names that AWS and the stack give them. A resource without a short name is written out in full.
 */
export const privilegesOf = (template: Template): Record<string, readonly string[]> => {
  const words = (value: unknown): string => {
    if (typeof value === 'string') return value
    const [[name, argument] = []] = Object.entries(value as object) as [string, unknown][]
    const id = (argument as readonly string[])[0] as string
    if (name === 'Fn::GetAtt') return pathOf(id, template.Resources[id] ?? { Type: '' })
    if (name === 'Ref')
      return template.Resources[argument as string]
        ? pathOf(argument as string, template.Resources[argument as string] as never)
        : `\${${argument as string}}`
    if (name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]]
      return parts.map(words).join(separator)
    }
    return name === 'Fn::Sub' && typeof argument === 'string' ? argument : JSON.stringify(value)
  }
  const shortly = (resource: unknown) =>
    words(resource)
      .replace(/^data\//, '')
      .replace(/^arn:\$\{AWS::Partition\}:/, '')
      .replace('${AWS::AccountId}:', '')

  const policies = resourcesOfType(template, 'AWS::IAM::Policy')
  const entries = resourcesOfType(template, 'AWS::Lambda::Function').map(({ path, properties }) => {
    const [roleId] = (properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt']
    const role = template.Resources[roleId]?.Properties ?? {}
    const apart = policies
      .filter(({ properties }) => (properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref === roleId))
      .map(({ properties }) => properties as Policy)
    const inside = (role.Policies ?? []) as readonly Policy[]
    const statements = [...apart, ...inside].flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    const grants = statements.flatMap(({ Effect, Action, Resource, Condition }) =>
      actionWords(listOf(Action) as string[]).map((action) => ({
        action: `${Effect === 'Allow' ? '' : `${Effect} `}${action}`,
        on: listOf(Resource).map(
          (resource) => `${shortly(resource)}${Condition ? ` if ${JSON.stringify(Condition)}` : ''}`,
        ),
      })),
    )
    const managed = listOf(role.ManagedPolicyArns ?? []).map((arn) => ({
      action: 'policy',
      on: [words(arn)],
    }))
    const byAction = Object.groupBy([...grants, ...managed], ({ action }) => action)
    const lines = Object.entries(byAction).map(
      ([action, given = []]) =>
        `${action} ${given
          .flatMap(({ on }) => on)
          .sort()
          .join(', ')}`,
    )
    // Removes the name of the nested stack from the function's name.
    return [path.replace(/^functions\/.*\//, 'functions/'), lines.sort()] as const
  })
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)))
}
