import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { env } from '../../shared/platform/env.ts'

/** Browsers accept `__Host-` cookies only over https. Only the local cloud on localhost uses http. */
const isSecure = () => process.env[env.siteOrigin]?.startsWith('https://') ?? true

export const cookieNames = () => {
  const prefix = isSecure() ? '__Host-' : ''
  const named = (name: string) => `${prefix}signalpost-${name}`
  return {
    access: named('access'),
    refresh: named('refresh'),
    device: named('device'),
    ticket: named('ticket'),
  }
}

export const readCookie = (event: APIGatewayProxyEventV2, name: string): string | undefined => {
  for (const cookie of event.cookies ?? []) {
    const at = cookie.indexOf('=')
    if (cookie.slice(0, at) === name) return cookie.slice(at + 1)
  }
  return undefined
}

/** @param maxAge in seconds */
export const cookie = (name: string, value: string, maxAge: number) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isSecure() ? '; Secure' : ''}`

/**
 * @param lifetime seconds until the refresh token and both cookies expire; the access token expires sooner
 */
export const sessionCookies = (tokens: { access: string; refresh: string }, lifetime: number) => [
  cookie(cookieNames().access, tokens.access, lifetime),
  cookie(cookieNames().refresh, tokens.refresh, lifetime),
]

/**
 * The cookie that links the password step of a login to the second-factor step.
 * @param lifetime in seconds
 */
export const ticketCookie = (ticket: string, lifetime: number) =>
  cookie(cookieNames().ticket, ticket, lifetime)

export const clearedTicketCookie = () => cookie(cookieNames().ticket, '', 0)

export const clearedCookies = () => [
  cookie(cookieNames().access, '', 0),
  cookie(cookieNames().refresh, '', 0),
]

/** A cookie with a list's version after the user's own last change. It lasts 60 s, longer than any replica lags. */
export const changedListCookie = {
  name: (list: string) => `${isSecure() ? '__Host-' : ''}signalpost-changed-${list}`,
  write: (list: string, version: string) => cookie(changedListCookie.name(list), version, 60),
}
