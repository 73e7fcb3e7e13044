import { expect, it } from 'vitest'
import { contract } from './index.ts'
import { wireOf } from './request-wire.ts'

it('a DELETE request has its path parameters in the path, and its other fields in the query unless they are undefined', () => {
  expect(wireOf(contract.closePosition, { dealId: 'DI AAA/1', accountId: 'ZZ1AB', mode: undefined })).toEqual(
    {
      parameters: { dealId: 'DI AAA/1' },
      url: '/api/v1/positions/DI%20AAA%2F1',
      query: { account_id: 'ZZ1AB' },
      body: undefined,
    },
  )
})

it('a PATCH request has its other fields in the body, with the names of the wire format', () => {
  expect(wireOf(contract.updateUser, { id: 'u-1', firstName: 'Ann', lastName: 'Trader' })).toEqual({
    parameters: { id: 'u-1' },
    url: '/api/v1/users/u-1',
    query: {},
    body: { first_name: 'Ann', last_name: 'Trader' },
  })
})
