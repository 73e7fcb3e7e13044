import type * as z from 'zod/mini'
import { accounts } from './accounts.ts'
import { administration } from './administration.ts'
import { alerts } from './alerts.ts'
import { deals } from './deals.ts'
import { instruments } from './instruments.ts'
import { journal } from './journal.ts'
import { logs } from './logs.ts'
import { notifications } from './notifications.ts'
import { settings } from './settings.ts'
import { strategies } from './strategies.ts'
import { tokens } from './tokens.ts'
export { apiBasePath, pathParameters } from './api-path.ts'
export type { AccountInSight } from './deals.ts'
export type { Access, Endpoint } from './endpoint.ts'

/** All endpoints by domain. Each domain has a folder of handlers, a file of grants and a nested stack. */
export const domains = {
  alerts,
  accounts,
  tokens,
  settings,
  administration,
  strategies,
  notifications,
  instruments,
  logs,
  deals,
  journal,
} as const

export type Domain = keyof typeof domains
/** The intersection of all members of a union. */
type Merged<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never
type Endpoints = Merged<(typeof domains)[Domain]>
export type EndpointName = keyof Endpoints

export const contract = Object.assign({}, ...Object.values(domains)) as Endpoints

export type RequestOf<Name extends EndpointName> = z.infer<(typeof contract)[Name]['request']>
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof contract)[Name]['response']>

/** Names of endpoints that screens poll, so that `listChanges` can combine them. */
export type PolledRead = {
  [Name in EndpointName]: (typeof contract)[Name] extends { readonly polled: true } ? Name : never
}[EndpointName]

export const endpointNames = Object.keys(contract) as EndpointName[]

export const domainOf = (name: EndpointName): Domain =>
  (Object.keys(domains) as Domain[]).find((domain) => name in domains[domain]) as Domain

/** The name of an endpoint’s file and bundle: `listLogs` → `list-logs`. */
export const fileNameOf = (name: EndpointName) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
