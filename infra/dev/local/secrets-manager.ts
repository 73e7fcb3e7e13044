import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { local } from './template.ts'

/** Secrets Manager as far as it is used here: six calls of its JSON protocol over one file. */
export class LocalSecretsManager {
  private readonly file: string
  private readonly values: Map<string, string>
  private readonly server: Server

  constructor(file: string) {
    this.file = file
    this.values = new Map(
      existsSync(file)
        ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
        : [],
    )
    this.server = createServer((request, response) => {
      let body = ''
      request.on('data', (piece) => (body += String(piece)))
      request.on('end', () => {
        const call = String(request.headers['x-amz-target']).split('.')[1] ?? ''
        const { status, answer } = this.answer(call, JSON.parse(body || '{}') as Call)
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
        response.end(JSON.stringify(answer))
      })
    })
  }

  listen(port: number) {
    return new Promise<void>((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', resolve)
    })
  }

  stop() {
    return new Promise<void>((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  /** Makes a secret with a random value unless it is there; as GenerateSecretString does at the first deployment. */
  ensure(name: string) {
    if (!this.values.has(name)) this.set(name, randomBytes(48).toString('base64url'))
  }

  private set(name: string, value: string | null) {
    if (value === null) this.values.delete(name)
    else this.values.set(name, value)
    // Renamed into place, so that a kill in the middle leaves the old file.
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.values)))
    renameSync(`${this.file}.new`, this.file)
  }

  private answer(call: string, given: Call): { status: number; answer: unknown } {
    const name = given.Name ?? nameFrom(given.SecretId ?? '')
    const value = this.values.get(name)
    const found = { Name: name, ARN: arnOf(name) }
    const refuse = (type: string, message: string) => ({ status: 400, answer: { __type: type, message } })
    if (call === 'CreateSecret') {
      if (value !== undefined) return refuse('ResourceExistsException', 'A secret of this name exists')
      this.set(name, given.SecretString ?? '')
      return { status: 200, answer: found }
    }
    if (value === undefined) return refuse('ResourceNotFoundException', 'There is no such secret')
    switch (call) {
      case 'GetSecretValue':
        return { status: 200, answer: { ...found, SecretString: value, VersionStages: ['AWSCURRENT'] } }
      case 'PutSecretValue':
      case 'UpdateSecret':
        this.set(name, given.SecretString ?? '')
        return { status: 200, answer: found }
      case 'DescribeSecret':
        return { status: 200, answer: found }
      case 'DeleteSecret':
        this.set(name, null)
        return { status: 200, answer: found }
      default:
        return refuse('UnknownOperationException', `The local Secrets Manager does not know ${call}`)
    }
  }
}

type Call = { readonly Name?: string; readonly SecretId?: string; readonly SecretString?: string }

const arnPrefix = `arn:aws:secretsmanager:${local.region}:${local.account}:secret:`
export const arnOf = (name: string) => `${arnPrefix}${name}`
const nameFrom = (id: string) => (id.startsWith(arnPrefix) ? id.slice(arnPrefix.length) : id)
