import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { EndpointName, RequestOf } from '../../shared/contract/index.ts'

export const loadSchemas = () =>
  Promise.all([import('@hookform/resolvers/standard-schema'), import('../../shared/contract/index.ts')])

/** Validates a form against a schema. The schema is loaded at the first validation, so that the screen opens faster. */
export const schemaResolver =
  <Values extends FieldValues, Entered extends FieldValues = Values>(
    load: () => Promise<ZodMiniType<Values, Entered>>,
  ): Resolver<Entered, unknown, Values> =>
  async (values, context, options) => {
    const [{ standardSchemaResolver }, schema] = await Promise.all([
      import('@hookform/resolvers/standard-schema'),
      load(),
    ])
    const resolve = standardSchemaResolver(schema) as unknown as Resolver<Entered, unknown, Values>
    return resolve(values, context, options)
  }

/** Validates a form against an endpoint's request schema. */
export const requestResolver = <Name extends EndpointName>(name: Name) =>
  schemaResolver<RequestOf<Name>>(async () => {
    const [, { contract }] = await loadSchemas()
    return contract[name].request as unknown as ZodMiniType<RequestOf<Name>, RequestOf<Name>>
  })
