import * as z from 'zod/mini'
import { tokenLimits, tokenScopes } from './token-limits.ts'

const TokenScope = z.enum(tokenScopes)

/** An IP address, or a network such as 203.0.113.0/24. */
const TokenAddress = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Enter IP addresses or networks, such as 203.0.113.7 or 203.0.113.0/24',
)

const TokenName = z
  .string('Name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Name is required'),
    z.maxLength(40, 'Name must be at most 40 characters'),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Name must be a single line of text'),
  )

export const NewToken = z.object({
  name: TokenName,
  scopes: z
    .array(TokenScope)
    .check(z.minLength(1, 'Choose at least one scope'), z.maxLength(tokenScopes.length)),
  /** Days until the token expires. */
  days: z.int().check(z.minimum(1), z.maximum(tokenLimits.longestLife)),
  /** The addresses that calls may come from. If missing or empty, calls may come from anywhere. */
  addresses: z.optional(z.array(TokenAddress).check(z.maxLength(tokenLimits.addresses))),
})
export type NewToken = z.infer<typeof NewToken>

const instant = z.iso.datetime()

/** A token as its owner sees it. The token itself is shown once, when it is created. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  addresses: z.array(z.string()),
  since: instant,
  until: instant,
  lastUsedAt: z.nullable(instant),
  calls: z.number(),
})
export type ApiToken = z.infer<typeof ApiToken>
