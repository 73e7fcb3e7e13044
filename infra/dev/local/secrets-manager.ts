import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRespondingServer, type Reply } from '../servers.ts'
import { local } from './template.ts'

/** Emulates six calls of Secrets Manager's JSON protocol. */
export class LocalSecretsManager {
  readonly values: Map<string, string>
  readonly server = createRespondingServer(({ headers }, body) =>
    this.answer(
      String(headers['x-amz-target']).split('.')[1] ?? '',
      JSON.parse(String(body) || '{}') as Call,
    ),
  )
  private readonly file: string | undefined

  /** @param file the file that stores the secrets; without it, they are only in memory */
  constructor(file?: string) {
    this.file = file
    const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '{}'
    this.values = new Map(Object.entries(JSON.parse(kept) as Record<string, string>))
  }

  /** Creates a secret with a random value if it does not exist, like GenerateSecretString in a first deployment. */
  ensure(name: string) {
    if (!this.values.has(name)) this.set(name, randomBytes(48).toString('base64url'))
  }

  answer(call: string, given: Call): Reply {
    const name = nameFrom(given.Name ?? given.SecretId ?? '')
    const value = this.values.get(name)
    const found = { Name: name, ARN: arnOf(name) }
    const refuse = (type: string, message: string) => ({ status: 400, body: { __type: type, message } })
    if (call === 'CreateSecret') {
      if (value !== undefined) return refuse('ResourceExistsException', 'A secret of this name exists')
      this.set(name, given.SecretString ?? '')
      return { status: 200, body: found }
    }
    if (value === undefined) return refuse('ResourceNotFoundException', 'There is no such secret')
    switch (call) {
      case 'GetSecretValue':
        return { status: 200, body: { ...found, SecretString: value, VersionStages: ['AWSCURRENT'] } }
      case 'PutSecretValue':
      case 'UpdateSecret':
        this.set(name, given.SecretString ?? '')
        return { status: 200, body: found }
      case 'DescribeSecret':
        return { status: 200, body: found }
      case 'DeleteSecret':
        this.set(name, null)
        return { status: 200, body: found }
      default:
        return refuse('UnknownOperationException', `The local Secrets Manager does not know ${call}`)
    }
  }

  private set(name: string, value: string | null) {
    if (value === null) this.values.delete(name)
    else this.values.set(name, value)
    if (this.file === undefined) return
    // The rename is atomic, so that the old file remains if the process is killed.
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.values)))
    renameSync(`${this.file}.new`, this.file)
  }
}

type Call = { readonly Name?: string; readonly SecretId?: string; readonly SecretString?: string }

const arnPrefix = `arn:aws:secretsmanager:${local.region}:${local.account}:secret:`
export const arnOf = (name: string) => `${arnPrefix}${name}`
const nameFrom = (id: string) => (id.startsWith(arnPrefix) ? id.slice(arnPrefix.length) : id)
