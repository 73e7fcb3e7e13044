import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { EndpointName } from '../../../shared/contract/index.ts'
import { requestedWith } from '../../../shared/platform/env.ts'
import { errorStatus, VisibleError } from '../../../shared/platform/error.schema.ts'
import { updateAdminRegistry, getAdminRegistry, listAllUsers } from '../../accounts/user-store.ts'
import { makePerson, type Person, useAccounts } from '../../../infra/dev/testing/accounts.ts'
import { handlerOf, TestBrowser } from '../../../infra/dev/testing/test-browser.ts'

const world = useAccounts()
let admin: Person
beforeAll(async () => {
  admin = await makePerson('Ada')
})

const complexity = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
const emails = (missing: string): [unknown, string][] => [
  [undefined, missing],
  ['', missing],
  ['   ', missing],
  [7, missing],
  ['nobody', 'Invalid email address'],
  ['a@b', 'Invalid email address'],
  [`${'a'.repeat(243)}@example.com`, 'Email must be at most 254 characters'],
  ['a b@example.com', 'Invalid email address'],
  ['a@example.com\r\nBcc: b@example.com', 'Invalid email address'],
]
const passwords = (tooShort: string): [unknown, string][] => [
  [undefined, tooShort],
  ['Short-1', tooShort],
  [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters'],
  ['x'.repeat(129), 'Password must be at most 128 characters'],
  ['lowercase-1', complexity],
  ['UPPERCASE-1', complexity],
  ['No-digits-here', complexity],
]

const manyLines = (what: string): [unknown, string][] =>
  ['A\nB', 'A\r\nB', 'A\u0000B', 'A\u001b[31m', 'A\u2028B'].map((name) => [
    name,
    `${what} must be one line, without control characters`,
  ])

const registration = { firstName: 'A', lastName: 'B', email: 'new@example.com', password: 'Right-Pass-1' }
const edit = { id: 'x', firstName: 'A', lastName: 'B', email: 'new@example.com', role: 'USER' }
const appSettings = { allowUserRegistration: true, allowMultipleAdmins: false }

/** Each row has an endpoint, a valid request, a field, and wrong values with the messages of the specification. */
const rules: [EndpointName, Record<string, unknown>, string, [unknown, string][]][] = [
  ['login', { email: 'a@example.com', password: 'x' }, 'email', emails('Email is required')],
  [
    'login',
    { email: 'a@example.com', password: 'x' },
    'password',
    [
      [undefined, 'Password is required'],
      ['', 'Password is required'],
    ],
  ],
  [
    'register',
    registration,
    'firstName',
    [
      [undefined, 'First name is required'],
      [' ', 'First name is required'],
      ['x'.repeat(201), 'First name must be at most 200 characters'],
    ],
  ],
  [
    'register',
    registration,
    'lastName',
    [
      [undefined, 'Last name is required'],
      ['', 'Last name is required'],
      ['x'.repeat(201), 'Last name must be at most 200 characters'],
    ],
  ],
  ['register', registration, 'email', emails('Email is required')],
  ['register', registration, 'password', passwords('Password must be at least 8 characters')],
  ['requestPasswordReset', { email: 'a@example.com' }, 'email', emails('Email is required')],
  [
    'changePassword',
    { token: 'a.b', newPassword: 'Right-Pass-1' },
    'newPassword',
    passwords('Password must be at least 8 characters long'),
  ],
  [
    'updateAppSettings',
    appSettings,
    'allowUserRegistration',
    [
      [undefined, 'Please specify whether user registration is allowed'],
      ['true', 'Please specify whether user registration is allowed'],
    ],
  ],
  [
    'updateAppSettings',
    appSettings,
    'allowMultipleAdmins',
    [
      [undefined, 'Please specify whether multiple admins are allowed'],
      [1, 'Please specify whether multiple admins are allowed'],
    ],
  ],
  ['updateUser', edit, 'firstName', [['', 'First name is required'], ...manyLines('First name')]],
  ['updateUser', edit, 'lastName', [['', 'Last name is required'], ...manyLines('Last name')]],
  ['updateUser', edit, 'email', emails('Invalid email address')],
  [
    'updateUser',
    edit,
    'role',
    [
      ['OWNER', 'Please select a role'],
      [undefined, 'Please select a role'],
    ],
  ],
]

const wireName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.each(rules)('the request %s', (name, right, field, wrong) => {
  test.each(wrong)(`rejects ${field} %j: %s`, async (value, message) => {
    const { status, body } = await admin.browser.call(name, { ...right, [field]: value })
    expect(status).toBe(400)
    expect(body).toEqual({ code: 'INVALID_REQUEST', message, details: { [wireName(field)]: message } })
  })
})

test('an error response never contains a rejected password', async () => {
  const password = 'canary password without a digit'
  const { body } = await admin.browser.call('register', { ...registration, password })
  expect(JSON.stringify(body)).not.toContain('canary')
})

test('all 128 characters of a password are checked', async () => {
  const browser = new TestBrowser('198.51.100.77')
  const [email, password] = ['long@example.com', randomBytes(128).toString('base64url').slice(0, 125) + 'Aa1']
  expect((await browser.call('register', { ...registration, email, password })).status).toBe(201)
  expect((await browser.call('login', { email, password: password.slice(0, -1) })).status).toBe(401)
  expect((await browser.call('login', { email, password })).status).toBe(200)
})

test('one error names all wrong fields', async () => {
  const { body } = await admin.browser.call('register', {})
  expect(Object.keys(body.details as object).sort()).toEqual(['email', 'first_name', 'last_name', 'password'])
})

test.each([
  ['long', `${'Aa1'.repeat(40)}12345678`, 201],
  ['emoji', 'Pässword-🔑-1', 201],
  ['eight characters', 'Abcdefg1', 201],
  ['too long', `Aa1${'x'.repeat(126)}`, 400],
])('a password is accepted or refused by its length: %s', async (name, password, expected) => {
  const email = `password-${name.replace(' ', '-')}@example.com`
  const browser = new TestBrowser('198.51.100.44')
  expect((await browser.call('register', { ...registration, email, password })).status).toBe(expected)
  if (expected === 201) {
    expect((await browser.call('login', { email, password })).status).toBe(200)
    expect((await browser.call('login', { email, password: password.slice(0, -1) })).status).toBe(401)
  }
})

test.each(['O’Neill-Smith', "d'Arc", 'José María', '李小龍', 'Ravi s/o Kumar', 'Dr. J. R.', 'নূর', 'עמית'])(
  'the name %s is accepted',
  async (name) => {
    const email = `name-${Buffer.from(name).toString('hex')}@example.com`
    const browser = new TestBrowser(`name of ${name}`)
    const answer = await browser.call('register', { ...registration, firstName: name, lastName: name, email })
    expect(answer).toMatchObject({ status: 201, body: { firstName: name, lastName: name } })
  },
)

describe('a request body', () => {
  test.each([
    ['The body must be a JSON object', '[1]'],
    ['The body must be a JSON object', '"x"'],
    ['The body must be a JSON object', 'null'],
    ['The body is not valid JSON', '{"email"'],
    ['The body is nested deeper than 32 levels', `{"email":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['The body is nested deeper than 32 levels', `${'{"email":'.repeat(33)}1${'}'.repeat(33)}`],
  ])('is refused: %s', async (message, text) => {
    const handler = await handlerOf('login')
    const result = await handler?.({
      headers: { [requestedWith.name]: requestedWith.value, 'content-type': 'application/json' },
      requestContext: { http: { method: 'POST', sourceIp: '203.0.113.1' } },
      body: text,
    } as never)
    expect(result?.statusCode).toBe(400)
    expect(JSON.parse(result?.body ?? '')).toMatchObject({ code: 'INVALID_REQUEST', message })
  })

  const login = async (change: object) => {
    const result = await (
      await handlerOf('login')
    )?.({
      headers: { [requestedWith.name]: requestedWith.value, 'content-type': 'application/json' },
      requestContext: { http: { method: 'POST', sourceIp: '203.0.113.1' } },
      body: JSON.stringify({ email: 'a@example.com', password: 'x' }),
      ...change,
    } as never)
    return { status: result?.statusCode, ...(JSON.parse(result?.body ?? '') as { code: string }) }
  }

  test('is refused unread if it exceeds 64 KiB', async () => {
    for (const password of ['x'.repeat(65_536), 'é'.repeat(32_768)]) {
      const body = JSON.stringify({ email: 'a@example.com', password })
      expect(await login({ body })).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    }
  })

  test('must contain all fields of a POST, PUT or PATCH request, because every URL is logged', async () => {
    expect(await login({ queryStringParameters: { password: 'x' } })).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      message: 'Send the fields in the body, not in the URL',
    })
  })

  test.each(['role', 'id', 'userId', 'passwordHash', '__proto__'])(
    'gives no further rights by naming %s at registration',
    async (field) => {
      const email = `extra-${field}@example.com`
      const { body } = await new TestBrowser(`198.51.100.${field.length}`).call('register', {
        ...registration,
        email,
        [field]: 'ADMIN',
      })
      expect(body).toMatchObject({ email, role: 'USER' })
      expect((await getAdminRegistry()).admins).toEqual([admin.id])
    },
  )
})

describe('registration', () => {
  test('is refused if it is switched off, and creates no user', async () => {
    await updateAdminRegistry((registry) => ({ ...registry, allowUserRegistration: false }))
    const before = (await listAllUsers()).length
    const answer = await new TestBrowser('198.51.100.50').call('register', registration)
    await updateAdminRegistry((registry) => ({ ...registry, allowUserRegistration: true }))
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'REGISTRATION_DISABLED', message: 'User registration is disabled' },
    })
    expect(await listAllUsers()).toHaveLength(before)
  })

  test('leaves no profile, secret or reserved address behind if it is switched off during the request', async () => {
    const secrets = [...world.aws.secrets.keys()].length
    const before = (await listAllUsers()).length
    const browsers = Array.from({ length: 5 }, (_, turn) => new TestBrowser(`198.51.101.${turn}`))
    const answers = await Promise.all([
      ...browsers.map((browser, turn) =>
        browser.call('register', { ...registration, email: `race${turn}@example.com` }),
      ),
      updateAdminRegistry((registry) => ({ ...registry, allowUserRegistration: false })),
    ])
    await updateAdminRegistry((registry) => ({ ...registry, allowUserRegistration: true }))
    const created = answers.filter((answer) => 'status' in answer && answer.status === 201).length
    expect(await listAllUsers()).toHaveLength(before + created)
    expect([...world.aws.secrets.keys()]).toHaveLength(secrets + created)
    for (const [turn, browser] of browsers.entries()) {
      const again = await browser.call('register', { ...registration, email: `race${turn}@example.com` })
      expect([201, 409]).toContain(again.status)
    }
    expect((await listAllUsers()).filter(({ email }) => email.startsWith('race'))).toHaveLength(5)
  })

  test('is refused for an address that is in use, in any letter case', async () => {
    const answer = await new TestBrowser('198.51.100.51').call('register', {
      ...registration,
      email: admin.email.toUpperCase(),
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', message: 'This email address is already in use' },
    })
  })

  test('creates only one account if twenty calls at once use the same address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const browser = new TestBrowser(`198.51.102.${turn}`)
        return (await browser.call('register', { ...registration, email: 'same@example.com' })).status
      }),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  test('makes exactly one admin if fifty users register at once in an empty system', async () => {
    await updateAdminRegistry((registry) => ({ ...registry, admins: [] }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        new TestBrowser(`198.51.103.${turn}`).call('register', {
          ...registration,
          email: `first${turn}@example.com`,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    expect(answers.filter(({ body }) => body.role === 'ADMIN')).toHaveLength(1)
    expect((await getAdminRegistry()).admins).toHaveLength(1)
  })
})

describe('an error response', () => {
  test('has status 500 and no details after an unexpected failure, but 503 at the webhook, so that TradingView resends', async () => {
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const table = process.env.TABLE_USERS
    const secrets = process.env.TABLE_WEBHOOK_SECRETS
    process.env.TABLE_USERS = process.env.TABLE_WEBHOOK_SECRETS = 'no-such-table'
    const [unexpected, again] = [
      await new TestBrowser('198.51.100.60').call('login', { email: 'a@example.com', password: 'x' }),
      await new TestBrowser().call('receiveAlert', {
        body: JSON.stringify({ secret: 'x'.repeat(32), market: 'A:B', action: 'CLOSE' }),
      }),
    ]
    process.env.TABLE_USERS = table
    process.env.TABLE_WEBHOOK_SECRETS = secrets
    expect(unexpected).toMatchObject({ status: 500 })
    expect(unexpected.body).toEqual({
      code: 'UNEXPECTED',
      message: 'An unexpected error occurred.',
      details: {},
    })
    expect(again).toMatchObject({ status: 503, body: { code: 'TRY_AGAIN' } })
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })

  test.each(Object.entries(errorStatus))(
    'has for %s the status %i, with code, message and details',
    (code, status) => {
      const error = new VisibleError(code as keyof typeof errorStatus, 'Words')
      expect([error.status, error.body]).toEqual([status, { code, message: 'Words', details: {} }])
    },
  )
})
