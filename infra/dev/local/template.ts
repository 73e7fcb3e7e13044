/** The local counterpart of a resource: the values that `Ref` and `Fn::GetAtt` return for it. */
export type Counterpart = { readonly ref: string; readonly attributes?: Readonly<Record<string, string>> }

export const local = {
  region: 'eu-west-2',
  account: '000000000000',
  stackName: 'Signalpost-local',
} as const

/** The options of a client of an emulator, and the same as environment variables. */
export const localAccess = {
  region: local.region,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const
export const localEnvironment = {
  AWS_REGION: local.region,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const

/**
 * The local name of a table.
 * @param id the logical ID of the table
 */
export const tableNameOf = (id: string) => `${local.stackName}-${id}-LOCAL`

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Region': local.region,
  'AWS::AccountId': local.account,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'localhost',
  'AWS::StackName': local.stackName,
  'AWS::StackId': 'local',
}

/**
 * Resolves the functions in a template's values: Ref, Fn::GetAtt, Fn::Join, Fn::Sub, Fn::Select, Fn::Split.
 * @param counterpart returns the counterpart of a resource by logical ID
 * @throws Error that names a function or reference without a counterpart
 */
export const resolveWith = (counterpart: (logicalId: string) => Counterpart | undefined) => {
  const reference = (name: string): string => {
    const known = pseudo[name] ?? counterpart(name)?.ref
    if (known === undefined) throw new Error(`The template refers to ${name}, which has no local counterpart`)
    return known
  }
  const attribute = (logicalId: string, name: string): string => {
    const known = counterpart(logicalId)?.attributes?.[name]
    if (known === undefined)
      throw new Error(`The template asks for ${logicalId}.${name}, which has no local counterpart`)
    return known
  }
  const functions: Readonly<Record<string, (argument: unknown) => unknown>> = {
    Ref: (name) => reference(name as string),
    'Fn::GetAtt': (argument) => {
      const [logicalId, name] = Array.isArray(argument) ? argument : (argument as string).split('.')
      return attribute(logicalId as string, name as string)
    },
    'Fn::Join': (argument) => {
      const [separator, parts] = argument as [string, unknown[]]
      return parts.map((part) => String(resolve(part))).join(separator)
    },
    'Fn::Split': (argument) => {
      const [separator, text] = argument as [string, unknown]
      return String(resolve(text)).split(separator)
    },
    'Fn::Select': (argument) => {
      const [index, list] = argument as [number | string, unknown]
      return (resolve(list) as unknown[])[Number(index)]
    },
    'Fn::Sub': (argument) => {
      const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [
        string,
        Record<string, unknown>,
      ]
      return text.replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
        if (name in values) return String(resolve(values[name]))
        const [logicalId, attributeName] = name.split('.')
        return attributeName ? attribute(logicalId as string, attributeName) : reference(name)
      })
    },
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value)
    const [only] = entries
    if (entries.length === 1 && only && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
      const run = functions[only[0]]
      if (!run) throw new Error(`The local cloud does not know ${only[0]}`)
      return run(only[1])
    }
    return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item)]))
  }
  return resolve
}
