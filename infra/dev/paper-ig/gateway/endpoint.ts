import type { Book } from '../book/book.ts'
import type { Account } from '../book/state.ts'
import type { Allowances, Purpose } from './allowances.ts'
import type { Session, Sessions } from './sessions.ts'
import { type Body, type WireAnswer, WireError, type WireRequest } from './wire.ts'

export type Call = {
  readonly book: Book
  readonly sessions: Sessions
  readonly allowances: Allowances
  readonly request: WireRequest
  readonly apiKey: string
  /** The values of the placeholders in the path, such as `:epic`. */
  readonly parts: Readonly<Record<string, string>>
}
export type SignedInCall = Call & { readonly session: Session; readonly account: Account }

type Place = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /**
   * The versions that paper IG answers. Any other version is treated as an unknown URL, because IG's answer is not
   * known.
   */
  readonly versions: readonly number[]
}
export type Endpoint = Place & {
  readonly purpose: Purpose
  readonly answer: (call: SignedInCall) => WireAnswer
}
/** An endpoint that needs an API key but no session. */
export type OpenEndpoint = Place & { readonly answer: (call: Call) => WireAnswer }

/** The version that a request asks for. Without the header, it is version 1. */
export const versionOf = ({ headers }: WireRequest) => Number(headers.version ?? '1')

/** The values of the placeholders in the path; null if method, version or path does not match. */
export const matchPlace = (place: Place, request: WireRequest): Readonly<Record<string, string>> | null => {
  if (place.method !== request.method || !place.versions.includes(versionOf(request))) return null
  const pattern = place.path.split('/')
  const path = request.path.split('/')
  if (pattern.length !== path.length) return null
  const parts: Record<string, string> = {}
  for (const [index, name] of pattern.entries()) {
    const given = path[index] ?? ''
    if (!name.startsWith(':') && name !== given) return null
    if (name.startsWith(':')) {
      const part = decode(given)
      if (!part) return null
      parts[name.slice(1)] = part
    }
  }
  return parts
}

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** @throws WireError 400 if the body is not a JSON object */
export const bodyOf = ({ body }: WireRequest): Body => {
  if (!body) throw new WireError(400, 'invalid.input')
  return body
}
