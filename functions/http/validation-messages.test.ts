import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../shared/contract/index.ts'
import { validationMessage } from './validation-messages.ts'

z.config({ localeError: validationMessage })
afterAll(() => {
  z.config({ localeError: undefined })
})

test.each([
  [z.string(), undefined, 'This field is required'],
  [z.string(), 7, 'This field must be text'],
  [z.number(), '7', 'This field must be a number'],
  [z.number().check(z.int()), 1.5, 'This field must be a whole number'],
  [z.boolean(), 'true', 'This field must be true or false'],
  [z.array(z.string()), {}, 'This field must be a list'],
  [z.object({}), [], 'This field must be an object'],
  [z.enum(['DEMO', 'LIVE']), 'PAPER', 'This field must be one of DEMO, LIVE'],
  [z.literal('ALL'), 'X', 'This field must be ALL'],
  [z.string().check(z.maxLength(1)), 'ab', 'This field must have at most 1 character'],
  [z.string().check(z.minLength(2)), 'a', 'This field must have at least 2 characters'],
  [z.array(z.number()).check(z.maxLength(1)), [1, 2], 'This field must have at most 1 entry'],
  [z.number().check(z.gte(1)), 0, 'This field must be at least 1'],
  [z.number().check(z.lte(200)), 201, 'This field must be at most 200'],
  [z.strictObject({}), { a: 1 }, 'This field has unknown keys: a'],
  [z.string().check(z.regex(/^x$/)), 'y', 'This field has an invalid format'],
  [z.union([z.string(), z.number()]), null, 'This field has an invalid format'],
] as const)('text of our own for each kind of mistake: %#', (schema, value, words) => {
  const { error } = (schema as z.ZodMiniType).safeParse(value)
  expect(error?.issues[0]?.message).toBe(words)
})

test.each(Object.entries(contract))(
  '%s shows no error in the validator’s own words',
  (_name, { request }) => {
    for (const value of [undefined, null, 7, '', 'x'.repeat(10_000), true, [], {}, -1, 1e9]) {
      const sent = Object.fromEntries(Object.keys(request.shape).map((field) => [field, value]))
      for (const { message } of request.safeParse(sent).error?.issues ?? [])
        expect(message).not.toMatch(
          /^(Invalid (input|option|string|key|value)|Too (big|small)|Unrecognized)|expected /,
        )
    }
  },
)
