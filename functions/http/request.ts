import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract/index.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { snakeName, toCamelCase } from '../../shared/platform/wire.ts'
import { validationMessage } from './validation-messages.ts'

// Sets our own messages, because zod/mini has none.
z.config({ localeError: validationMessage })

/** The body as text, decoded if the gateway encoded it. */
export const bodyText = (event: APIGatewayProxyEventV2) =>
  event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '')

/** Maximum bytes of a JSON body, unless the endpoint's contract sets its own maximum. */
const usualJson = 64 * 1024

/**
 * Parses path parameters, query and body into one object of the contract's type.
 * @throws VisibleError INVALID_REQUEST; its `details` map the name of each wrong field to the problem
 */
export const parseRequest = async (spec: Endpoint, event: APIGatewayProxyEventV2): Promise<unknown> => {
  if (spec.takes === 'raw') return {}
  const { largestJson = usualJson } = spec
  if (spec.takes !== 'file' && Buffer.byteLength(bodyText(event)) > largestJson)
    throw new VisibleError('BODY_TOO_LARGE', `The body can be at most ${largestJson / 1024} KiB`)
  // Fields of a change are not accepted in the URL, because a password there would appear in logs.
  const changes = spec.method !== 'GET' && spec.method !== 'DELETE'
  if (changes && Object.keys(event.queryStringParameters ?? {}).length > 0)
    throw new VisibleError('INVALID_REQUEST', 'Send the fields in the body, not in the URL')
  const sent = {
    ...(toCamelCase(event.queryStringParameters ?? {}) as object),
    ...(spec.takes === 'file' ? { file: await fileFrom(event) } : camelCased(jsonFrom(event))),
    ...event.pathParameters,
  }
  const result = spec.request.safeParse(sent)
  if (result.success) return result.data
  const details: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.map((key) => snakeName(String(key))).join('.') || 'body'
    details[field] ??= issue.message
  }
  const [[field, words] = ['body', 'Invalid request']] = Object.entries(details)
  throw new VisibleError('INVALID_REQUEST', words.replace(/^This field/, field), details)
}

const camelCased = (body: object): object => {
  try {
    return toCamelCase(body) as object
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new VisibleError('INVALID_REQUEST', `The body is ${error.message}`, { body: error.message })
  }
}

const jsonFrom = (event: APIGatewayProxyEventV2): object => {
  const text = bodyText(event)
  if (text === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new VisibleError('INVALID_REQUEST', 'The body is not valid JSON', { body: 'not valid JSON' })
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw new VisibleError('INVALID_REQUEST', 'The body must be a JSON object', { body: 'not an object' })
  return parsed
}

/**
 * Returns the text of the form field `file`.
 * @throws VisibleError INVALID_REQUEST if there is no such field, or the name of the file does not end in .csv
 */
const fileFrom = async (event: APIGatewayProxyEventV2): Promise<string> => {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  const headers = { 'content-type': event.headers['content-type'] ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => null)
  const file = form?.get('file')
  if (!(file instanceof File)) throw wrongFile('Please select a file')
  if (!/\.csv$/i.test(file.name)) throw wrongFile('Please select a CSV file')
  return file.text()
}

const wrongFile = (message: string) => new VisibleError('INVALID_REQUEST', message, { file: message })
