import * as z from 'zod/mini'
import { ApiToken, NewToken } from '../tokens/api-token.schema.ts'
import { Done, type Endpoint, Nothing } from './endpoint.ts'

export const tokens = {
  listTokens: {
    method: 'GET',
    path: '/users/me/tokens',
    access: 'user',
    summary: 'Lists your API tokens',
    request: Nothing,
    response: z.object({ tokens: z.array(ApiToken) }),
  },

  makeToken: {
    method: 'POST',
    path: '/users/me/tokens',
    access: 'user',
    stepUp: 'always',
    summary: 'Creates an API token. The token is in this response only',
    request: NewToken,
    response: z.object({ id: z.string(), token: z.string() }),
    refusals: ['TOO_MANY_TOKENS', 'TOO_MANY_ATTEMPTS', 'TRY_AGAIN'],
  },

  endToken: {
    method: 'DELETE',
    path: '/users/me/tokens/{id}',
    access: 'user',
    summary: 'Revokes one of your API tokens at once',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },

  callTools: {
    method: 'POST',
    path: '/mcp',
    access: 'user',
    scope: 'any',
    tokenOnly: true,
    summary: 'The Model Context Protocol (streamable HTTP, stateless): tools for agents, by token only',
    takes: 'raw',
    request: Nothing,
    response: z.record(z.string(), z.unknown()),
    statuses: [200, 202],
    refusals: ['BODY_TOO_LARGE'],
  },
  getStream: {
    method: 'GET',
    path: '/mcp',
    access: 'user',
    scope: 'any',
    tokenOnly: true,
    summary: 'Refuses the stream that the Model Context Protocol lets a client ask for: there is none',
    request: Nothing,
    response: z.never(),
    refusals: ['METHOD_NOT_ALLOWED'],
  },
} as const satisfies Record<string, Endpoint>
