import * as z from 'zod/mini'
import { snakeName } from '../platform/wire.ts'

/** The parts of a JSON Schema that we use. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  [key: string]: unknown
}

/** The JSON Schema (2020-12) of a type's input or output. */
export const schemaOf = (type: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, target: 'draft-2020-12' })
  return schema as Schema
}

/** Converts a request’s schema to the field names of the wire format. */
export const inSnakeCase = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [snakeName(name), inSnakeCase(inner)]),
    ),
  }),
  ...(schema.required && { required: schema.required.map(snakeName) }),
  ...(schema.items && { items: inSnakeCase(schema.items) }),
  ...(schema.anyOf && { anyOf: schema.anyOf.map(inSnakeCase) }),
})
