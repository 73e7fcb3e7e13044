import { type ErrorCode, errorStatus } from '../platform/error.schema.ts'
import type { Endpoint } from './endpoint.ts'
import { contract, type EndpointName } from './index.ts'

/** What each endpoint may answer: the API's description says it, and every test of an endpoint holds it to that. */

const webhookRefusals = [
  'INVALID_ALERT',
  'UNKNOWN_WEBHOOK_SECRET',
  'FORBIDDEN',
  'ALERT_TOO_LARGE',
  'TOO_MANY_ALERTS',
  'TOO_MANY_ATTEMPTS',
  'TRY_AGAIN',
] as const satisfies readonly ErrorCode[]

/** The codes that an endpoint may refuse with, each once. */
export const refusalsOf = (name: EndpointName): readonly ErrorCode[] => {
  const { access, method, refusals = [], request, stepUp }: Endpoint = contract[name]
  if (access === 'webhook') return webhookRefusals
  const changes = method !== 'GET'
  const takesSomething = Object.keys(request.shape).length > 0
  return [
    ...new Set<ErrorCode>([
      // Whatever changes something takes no query that it does not know.
      ...(takesSomething || changes ? (['INVALID_REQUEST'] as const) : []),
      // A call may come with a token: with scopes that don’t suffice, or too often.
      ...(access === 'public' ? [] : (['NOT_SIGNED_IN', 'SCOPE_REQUIRED', 'TOO_MANY_CALLS'] as const)),
      ...(stepUp || access === 'admin' ? (['STEP_UP_REQUIRED'] as const) : []),
      ...(access === 'admin' ? (['SECOND_FACTOR_REQUIRED'] as const) : []),
      // No admin; or a call that went around the site's own address.
      'FORBIDDEN',
      // A page of another site that calls with a token must not even read.
      ...(changes || access !== 'public' ? (['CROSS_SITE_REQUEST'] as const) : []),
      ...(changes ? (['BODY_TOO_LARGE'] as const) : []),
      ...refusals,
      // It took longer than its Lambda may.
      changes ? 'OUTCOME_UNKNOWN' : 'TRY_AGAIN',
      'UNEXPECTED',
    ]),
  ]
}

export const successesOf = (name: EndpointName): readonly number[] => {
  const { statuses = [200] }: Endpoint = contract[name]
  return statuses
}

/** @param code of the error body; undefined if there is none */
export const isDescribed = (name: EndpointName, status: number, code?: string): boolean =>
  code === undefined
    ? successesOf(name).includes(status)
    : refusalsOf(name).some((each) => each === code && errorStatus[each] === status)
