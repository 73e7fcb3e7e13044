import { type ErrorCode, errorStatus } from '../platform/error.schema.ts'
import type { Endpoint } from './endpoint.ts'
import { contract, type EndpointName } from './index.ts'

/**
 * This file lists the possible answers of each endpoint. The API description shows them, and every test of an endpoint
 * checks them.
 */

const webhookRefusals = [
  'INVALID_ALERT',
  'UNKNOWN_WEBHOOK_SECRET',
  'FORBIDDEN',
  'ALERT_TOO_LARGE',
  'TOO_MANY_ALERTS',
  'TOO_MANY_ATTEMPTS',
  'TRY_AGAIN',
] as const satisfies readonly ErrorCode[]

export const refusalsOf = (name: EndpointName): readonly ErrorCode[] => {
  const { access, method, refusals = [], request, stepUp }: Endpoint = contract[name]
  if (access === 'webhook') return webhookRefusals
  const changes = method !== 'GET'
  const takesSomething = Object.keys(request.shape).length > 0
  return [
    ...new Set<ErrorCode>([
      // An endpoint that changes something refuses unknown query parameters.
      ...(takesSomething || changes ? (['INVALID_REQUEST'] as const) : []),
      // A token may lack the scope or call too often.
      ...(access === 'public' ? [] : (['NOT_SIGNED_IN', 'SCOPE_REQUIRED', 'TOO_MANY_CALLS'] as const)),
      ...(stepUp || access === 'admin' ? (['STEP_UP_REQUIRED'] as const) : []),
      ...(access === 'admin' ? (['SECOND_FACTOR_REQUIRED'] as const) : []),
      // The user is not an admin, or the call bypassed CloudFront.
      'FORBIDDEN',
      // Pages of other sites may only read from public endpoints.
      ...(changes || access !== 'public' ? (['CROSS_SITE_REQUEST'] as const) : []),
      ...(changes ? (['BODY_TOO_LARGE'] as const) : []),
      ...refusals,
      // The call took longer than its Lambda's time limit.
      changes ? 'OUTCOME_UNKNOWN' : 'TRY_AGAIN',
      'UNEXPECTED',
    ]),
  ]
}

export const successesOf = (name: EndpointName): readonly number[] => {
  const { statuses = [200] }: Endpoint = contract[name]
  return statuses
}

/**
 * Whether the API description lists an answer of an endpoint.
 * @param code error code in the body, if any
 */
export const isDescribed = (name: EndpointName, status: number, code?: string): boolean =>
  code === undefined
    ? successesOf(name).includes(status)
    : refusalsOf(name).some((each) => each === code && errorStatus[each] === status)
