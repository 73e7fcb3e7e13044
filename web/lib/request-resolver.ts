import type { Resolver } from 'react-hook-form'
import type { EndpointName, RequestOf } from '../../shared/contract.ts'

/** Checks a form by an endpoint's request. The contract comes with the first check: the first screen opens without it. */
export const requestResolver =
  <Name extends EndpointName>(name: Name): Resolver<RequestOf<Name>> =>
  async (values, context, options) => {
    const [{ standardSchemaResolver }, { contract }] = await Promise.all([
      import('@hookform/resolvers/standard-schema'),
      import('../../shared/contract.ts'),
    ])
    const resolve = standardSchemaResolver(contract[name].request) as unknown as Resolver<RequestOf<Name>>
    return resolve(values, context, options)
  }
