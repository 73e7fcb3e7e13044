import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { isDescribed } from '../../../shared/contract/answers.ts'
import { contract, type EndpointName } from '../../../shared/contract/index.ts'
import { type Schema, schemaOf } from '../../../shared/contract/json-schema.ts'

/**
 * Checks that the API description of an endpoint covers an answer.
 * @throws Error if the description lacks the status, the error code or a key of the body
 */
export const expectDescribed = (
  name: EndpointName,
  { statusCode = 200, body, headers, isBase64Encoded }: APIGatewayProxyStructuredResultV2,
) => {
  const isJson = headers?.['content-type'] === 'application/json' && !isBase64Encoded
  const json: unknown = isJson ? JSON.parse(body || '{}') : undefined
  const code = statusCode >= 400 ? (json as { code?: string } | undefined)?.code : undefined
  if (!isDescribed(name, statusCode, code))
    throw new Error(`The API's description does not say that ${name} answers ${statusCode} ${code ?? ''}`)
  const keys = statusCode < 300 ? undescribedKeys(responseSchema(name), json) : []
  if (keys.length > 0)
    throw new Error(`The API's description does not say that ${name} answers with ${keys.join(', ')}`)
}

const schemas = new Map<EndpointName, Schema>()

const responseSchema = (name: EndpointName): Schema => {
  const schema = schemas.get(name) ?? schemaOf(contract[name].response, 'output')
  schemas.set(name, schema)
  return schema
}

/** Paths of the keys in a value that its schema does not describe. */
const undescribedKeys = (schema: Schema, value: unknown, path = ''): readonly string[] => {
  if (schema.$ref !== undefined || schema.allOf !== undefined) return []
  const branches = schema.anyOf ?? (schema.oneOf as Schema[] | undefined)
  if (branches) {
    const found = branches.map((branch) => undescribedKeys(branch, value, path))
    return found.find((keys) => keys.length === 0) ?? found[0] ?? []
  }
  if (Array.isArray(value))
    return value.flatMap((each) => (schema.items ? undescribedKeys(schema.items, each, `${path}[]`) : []))
  if (typeof value !== 'object' || value === null || !schema.properties) return []
  const { properties, additionalProperties } = schema
  return Object.entries(value).flatMap(([key, each]) => {
    const inner = properties[key]
    if (inner) return undescribedKeys(inner, each, `${path}.${key}`)
    return additionalProperties ? [] : [`${path}.${key}`]
  })
}
