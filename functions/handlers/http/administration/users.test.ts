import { keepDecisions } from '../../../journal/what-if/decision-store.ts'
import { aSnapshot } from '../../../../infra/dev/testing/trading-values.ts'
import { askForReading } from '../../../journal/journal-store.ts'
import { notificationPorts } from '../../../alerts/notification-ports.ts'
import { putChat, putLinkCode } from '../../../notifications/telegram-link-store.ts'
import { spreadEvent } from '../../../notifications/spread-event.ts'
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '../../../../shared/platform/env.ts'
import { tables } from '../../../../shared/platform/tables.ts'
import { deleteUserData, type DeletionProgress } from '../../../administration/delete-user-data.ts'
import { handler as finishDeletions } from '../../schedule/finish-deletions.ts'
import { saveLedger } from '../../../broker/ledger-store.ts'
import { putAlert, markComplete } from '../../../alerts/alert-store.ts'
import { saveReading, saveAccountState } from '../../../broker/cache-store.ts'
import { allowanceStore } from '../../../broker/allowance/store.ts'
import { appendLog, deleteLogs } from '../../../logs/write-log.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { putFirstRecoveryHashes } from '../../../accounts/factor-store.ts'
import { makeResetToken } from '../../../accounts/once-tokens.ts'
import { getUserSettings } from '../../../settings/settings-store.ts'
import {
  updateAdminRegistry,
  getAdminRegistry,
  getUser,
  markEmailVerified,
} from '../../../accounts/user-store.ts'
import { readUserSecret } from '../../../settings/user-secret-store.ts'
import { findOwnerAndCountAlert } from '../../../settings/webhook-secret-store.ts'
import type { User } from '../../../../shared/accounts/user.schema.ts'
import {
  makePerson,
  type Person,
  signedIn,
  useAccounts,
  testPassword,
} from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { replaceInstruments } from '../../../../infra/dev/testing/replace-instruments.ts'
import { emptyLedger } from '../../../trading/ledger/ledger.ts'
import type { AlertRecord } from '../../../trading/ports/alert-record.ts'

const world = useAccounts()
let admin: Person
beforeAll(async () => {
  admin = await makePerson('Ada')
})
beforeEach(async () => {
  world.aws.mails.length = 0
  world.aws.invocations.length = 0
  await updateAdminRegistry((registry) => ({ ...registry, admins: [admin.id], allowMultipleAdmins: false }))
  admin = { ...admin, browser: await signedIn(admin.id) }
})

const fieldsOf = async ({ id }: Person) => {
  const user = await getUser(id)
  return { id, firstName: user?.firstName, lastName: user?.lastName, email: user?.email }
}
const setRole = async (by: Person, person: Person, role: 'USER' | 'ADMIN') =>
  by.browser.call('updateUser', { ...(await fieldsOf(person)), role })

describe('the list of users', () => {
  test('shows users in pages, oldest first, and no secrets', async () => {
    const person = await makePerson('Listed')
    const { body } = await admin.browser.call('listUsers', { limit: 1, offset: 1 })
    expect(body).toMatchObject({ next: null, previous: '/api/v1/users?offset=0&limit=1' })
    expect(body.results).toEqual([
      {
        id: person.id,
        firstName: 'Listed',
        lastName: expect.any(String) as string,
        email: person.email,
        role: 'USER',
        mode: 'DEMO',
        isIncomplete: true,
        createdAt: expect.any(String) as string,
        lastLogin: null,
      },
    ])
    expect((await admin.browser.call('listUsers', { offset: 99 })).body).toMatchObject({ results: [] })
  })

  test.each([
    ['zebediah', 1],
    ['ZEBEDIAH quill', 1],
    ['quill', 1],
    ['zq@example', 1],
    ['zebediah smith', 0],
  ])('search %j finds %i', async (q, count) => {
    if (q === 'zebediah') {
      const person = await makePerson('Zebediah', 'zq@example.com')
      await admin.browser.call('updateUser', {
        ...(await fieldsOf(person)),
        lastName: 'Quill',
        role: 'USER',
      })
    }
    const { body } = await admin.browser.call('listUsers', { q })
    expect(body.count).toBe(count)
  })
})

test('a user’s log says that an admin downloaded it', async () => {
  const person = await makePerson()
  await admin.browser.call('downloadUserLogs', { userId: person.id })
  const { results } = await listLogs(person.id, { type: 'ALL' }, 0, 10)
  expect(results.map(({ message }) => message)).toContain('An admin downloaded your log')
})

test('users without an IG login are marked as incomplete', async () => {
  const person = await makePerson('Incomplete')
  const stateOf = async () => {
    const { body } = await admin.browser.call('listUsers', { q: 'incomplete' })
    return (body.results as unknown as User[])[0]?.isIncomplete
  }
  expect(await stateOf()).toBe(true)
  const demo = { demoUsername: 'own', demoPassword: 'own', demoApiKey: 'own', demoAccountId: 'OWN1' }
  await person.browser.call('updateSettings', demo)
  expect(await stateOf()).toBeUndefined()
})

describe('an edit of a user', () => {
  test('changes names and email address; only the new address can log in, and both addresses get an email', async () => {
    const person = await makePerson()
    const email = 'Moved.To@example.com'
    const { status, body } = await admin.browser.call('updateUser', {
      id: person.id,
      firstName: ' New ',
      lastName: 'Name',
      email,
      role: 'USER',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ firstName: 'New', lastName: 'Name', email, role: 'USER' })
    const login = async (address: string) =>
      (await person.browser.call('login', { email: address, password: testPassword })).status
    expect(await login(person.email)).toBe(401)
    expect(await login('moved.to@EXAMPLE.com')).toBe(200)
    await new TestBrowser().call('login', { email, password: testPassword })
    await world.runMails()
    expect(world.aws.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[person.email], 'Your Signalpost email address was changed'],
      [[email], 'Confirm your email address for Signalpost'],
      // For a week emails also go to the previous address.
      [[person.email], 'New login to your Signalpost account'],
    ])
    await makePerson('Free', person.email)
  })

  test('removes IG credentials when it changes the email address', async () => {
    const person = await makePerson()
    const live = { liveUsername: 'own', livePassword: 'own', liveApiKey: 'own', liveAccountId: 'OWN1' }
    await person.browser.call('updateSettings', { mode: 'LIVE', ...live })
    const before = await readUserSecret(person.id)
    const edit = { ...(await fieldsOf(person)), role: 'USER', email: 'taken-over@example.com' }
    expect((await admin.browser.call('updateUser', edit)).status).toBe(200)
    const after = await readUserSecret(person.id)
    expect(after).toMatchObject({ liveUsername: null, livePassword: null, liveApiKey: null })
    expect(await findOwnerAndCountAlert(before?.liveWebhookSecret ?? '', Date.now())).toBeNull()
    expect((await getUserSettings(person.id))?.mode).toBe('DEMO')
  })

  test('keeps the original address as a second recipient of emails if the email address is changed twice', async () => {
    const person = await makePerson()
    const move = async (email: string) =>
      admin.browser.call('updateUser', { ...(await fieldsOf(person)), role: 'USER', email })
    await move('first-move@example.com')
    await markEmailVerified({ id: person.id, email: 'first-move@example.com' })
    await move('second-move@example.com')
    expect((await getUser(person.id))?.formerEmail?.email).toBe(person.email)
  })

  test('keeps the credentials of an admin who changes their own address', async () => {
    const own = await readUserSecret(admin.id)
    const { role, ...fields } = (await admin.browser.call('getMe')).body as unknown as User
    const edit = { ...fields, role, email: 'admin-moved@example.com' }
    expect((await admin.browser.call('updateUser', edit)).status).toBe(200)
    expect(await readUserSecret(admin.id)).toEqual(own)
    admin = { ...admin, email: edit.email, browser: await signedIn(admin.id) }
  })

  test('invalidates the old email address’s reset link and every session when it changes the address', async () => {
    const person = await makePerson()
    const token = await makeResetToken(person.id, Date.now())
    const edit = { ...(await fieldsOf(person)), role: 'USER', lastName: 'Renamed' }
    expect((await admin.browser.call('updateUser', edit)).status).toBe(200)
    expect((await person.browser.call('getSettings')).status).toBe(200)

    await admin.browser.call('updateUser', { ...edit, email: 'elsewhere@example.com' })
    expect((await person.browser.call('getSettings')).status).toBe(401)
    const answer = await person.browser.call('changePassword', { token, newPassword: 'Thief-Pass-1' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_RESET_TOKEN' } })
  })

  test('changes nothing if another user has the new email address', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    await updateAdminRegistry((registry) => ({ ...registry, allowMultipleAdmins: true }))
    const before = await getUser(person.id)
    const answer = await admin.browser.call('updateUser', {
      ...(await fieldsOf(person)),
      email: other.email.toUpperCase(),
      role: 'ADMIN',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    expect(await getUser(person.id)).toEqual(before)
    expect((await getAdminRegistry()).admins).toEqual([admin.id])
  })

  test('leaves the new address free if the change of role is refused', async () => {
    const person = await makePerson()
    const answer = await admin.browser.call('updateUser', {
      ...(await fieldsOf(person)),
      email: 'wanted@example.com',
      role: 'ADMIN',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'MULTIPLE_ADMINS_NOT_ALLOWED' } })
    await makePerson('Taker', 'wanted@example.com')
  })

  test('ends every session and notifies the user when it changes the role', async () => {
    const person = await makePerson()
    await updateAdminRegistry((registry) => ({ ...registry, allowMultipleAdmins: true }))
    expect((await setRole(admin, person, 'ADMIN')).body).toMatchObject({ role: 'ADMIN' })
    expect((await person.browser.call('getMe')).status).toBe(401)
    expect((await person.browser.call('refreshSession')).status).toBe(401)
    await world.runMails()
    expect(world.aws.mails).toMatchObject([
      { to: [person.email], subject: 'Your Signalpost role was changed' },
    ])
    const { results } = await listLogs(person.id, { type: 'AUTHENTICATION' }, 0, 5)
    expect(results[0]?.message).toBe('An admin changed your role to ADMIN')
  })

  test('changes only fields of the contract, whatever the body contains', async () => {
    const person = await makePerson()
    const before = await getUser(person.id)
    await admin.browser.call('updateUser', {
      ...(await fieldsOf(person)),
      role: 'USER',
      passwordHash: 'x',
      createdAt: 'y',
      userId: admin.id,
    })
    expect(await getUser(person.id)).toEqual(before)
  })

  test('responds with 404 for an unknown user', async () => {
    const answer = await admin.browser.call('updateUser', {
      id: 'nobody',
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      role: 'USER',
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('admins', () => {
  test('cannot demote or delete the last admin', async () => {
    expect(await setRole(admin, admin, 'USER')).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
    expect(await admin.browser.call('deleteUser', { id: admin.id })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    })
    expect((await admin.browser.call('getMe')).status).toBe(200)
  })

  test('cannot disallow multiple admins while there are several', async () => {
    const person = await makePerson()
    const turn = (allowMultipleAdmins: boolean) =>
      admin.browser.call('updateAppSettings', { allowUserRegistration: true, allowMultipleAdmins })
    expect((await turn(true)).status).toBe(200)
    expect((await setRole(admin, person, 'ADMIN')).status).toBe(200)
    expect(await turn(false)).toMatchObject({
      status: 409,
      body: {
        code: 'MULTIPLE_ADMINS_NOT_ALLOWED',
        message: 'There are 2 admins. Change all but one to users first',
        details: { admins: 2 },
      },
    })
    expect((await setRole(admin, person, 'USER')).status).toBe(200)
    expect((await turn(false)).status).toBe(200)
  })

  test('who delete each other at once cannot both succeed', async () => {
    const other = await makePerson()
    await updateAdminRegistry((registry) => ({
      ...registry,
      admins: [admin.id, other.id],
      allowMultipleAdmins: true,
    }))
    const third = await makePerson()
    await updateAdminRegistry((registry) => ({ ...registry, admins: [third.id, other.id] }))
    const answers = await Promise.all([
      third.browser.call('deleteUser', { id: other.id }),
      other.browser.call('deleteUser', { id: third.id }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await getAdminRegistry()).admins).toHaveLength(1)
  })

  test('always number at least one, and never more than allowed, during sixty simultaneous changes', async () => {
    const people = [admin, ...(await Promise.all(Array.from({ length: 5 }, () => makePerson())))]
    await updateAdminRegistry((registry) => ({
      ...registry,
      admins: people.map(({ id }) => id),
      allowMultipleAdmins: true,
    }))
    const wrong: string[] = []
    let watching = true
    const watch = (async () => {
      while (watching) {
        const { admins, allowMultipleAdmins } = await getAdminRegistry()
        if (admins.length === 0 || (!allowMultipleAdmins && admins.length > 1))
          wrong.push(`${admins.length} admins, several ${allowMultipleAdmins ? 'allowed' : 'not allowed'}`)
      }
    })()
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const by = people[turn % 6] as Person
        const other = people[(turn * 5 + 1) % 6] as Person
        if (turn % 4 === 3)
          return (
            await by.browser.call('updateAppSettings', {
              allowUserRegistration: true,
              allowMultipleAdmins: turn % 8 === 3,
            })
          ).status
        return (await setRole(by, other, turn % 4 === 0 ? 'ADMIN' : 'USER')).status
      }),
    ).finally(() => {
      watching = false
    })
    await watch
    expect(wrong).toEqual([])
    expect(statuses.filter((status) => ![200, 401, 403, 409, 503].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(5)
    const { admins, allowMultipleAdmins } = await getAdminRegistry()
    expect(admins.length).toBeGreaterThan(0)
    expect(allowMultipleAdmins || admins.length === 1).toBe(true)
  })
})

const client = new DynamoDBClient({})
const rowsOf = async (table: string) =>
  (await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items ?? []

const rowsNaming = async (words: readonly string[]) => {
  const found: string[] = []
  for (const table of Object.keys(tables)) {
    for (const item of await rowsOf(table)) {
      const text = JSON.stringify(item)
      if (words.some((word) => text.includes(word))) found.push(`${table}: ${text.slice(0, 200)}`)
    }
  }
  return found
}

const filesOf = async (userId: string) => {
  const { Contents = [] } = await new S3Client({}).send(
    new ListObjectsV2Command({ Bucket: 'downloads', Prefix: `downloads/${userId}` }),
  )
  return Contents.length
}

const alertOf = (userId: string): AlertRecord => ({
  alertId: `alert-of-${userId}`,
  userId,
  acceptedAt: Date.now(),
  captured: { mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 2 },
  alert: {} as AlertRecord['alert'],
  outcome: null,
  waits: 0,
  ofMinute: 1,
})

/** Creates a user who has a row in every table. */
const makeSettled = async () => {
  const person = await makePerson('Gone')
  const { browser, id } = person
  const { body: settings } = await browser.call('getSettings')
  const { tradingPause: _, ...own } = settings
  await browser.call('updateSettings', { ...own, demoAccountId: 'ABC12', demoUsername: 'gone-user' })
  const account = { userId: id, mode: 'DEMO' as const, accountId: 'ABC12', credentialsVersion: 2 }
  await findOwnerAndCountAlert(settings.demoWebhookSecret as string, Date.now())
  await replaceInstruments(id, [{ marketAndSymbol: 'LSE:VOD' } as never])
  await appendLog([{ userId: id, mode: 'DEMO', type: 'ALERT', message: 'one', at: Date.now() }])
  await deleteLogs(id)
  await appendLog([{ userId: id, mode: 'DEMO', type: 'ERROR', message: 'two', at: Date.now() }])
  await putAlert(alertOf(id))
  await saveLedger(account, { ...emptyLedger, version: 1 })
  await saveAccountState(id, 'DEMO', {
    accountId: 'ABC12',
    positions: [],
    workingOrders: [],
    inFlightOrders: [],
    readAt: Date.now(),
  })
  await saveReading('activity', account, { accountId: 'ABC12', currency: null, readAt: Date.now(), rows: [] })
  await allowanceStore.noteAccount(account, 'allowance#DEMO#key', Date.now())
  await makeResetToken(id, Date.now())
  await browser.call('connectChannel', { kind: 'webhook', address: 'https://hooks.example.com/1' })
  await spreadEvent(
    { ...notificationPorts(), queue: { sendEvents: async () => {}, sendCheck: async () => {} } },
    {
      id: 'one',
      type: 'order.placed',
      userId: id,
      at: Date.now(),
      data: { sentence: 'one', path: '/' },
    },
  )
  await putFirstRecoveryHashes(id, ['hash'])
  await askForReading({ userId: id, mode: 'DEMO', accountId: 'ABC34' }, Date.now())
  await keepDecisions({ userId: id, mode: 'DEMO' }, [
    { alertId: 'one', ended: 'decided', snapshot: aSnapshot() },
  ])
  await putChat(id, `chat-${id}`)
  await putLinkCode(id, `code-${id}`, Date.now() + 60_000)
  await new S3Client({}).send(
    new PutObjectCommand({ Bucket: 'downloads', Key: `downloads/${id}/1.log`, Body: 'a line' }),
  )
  await browser.call('login', { email: person.email, password: 'wrong' })
  const words = [id, person.email, 'DEMO#ABC12', 'gone-user']
  return { ...person, words, secret: settings.demoWebhookSecret as string }
}

test('every row in every table has a schema version', async () => {
  const { id } = await makeSettled()
  expect((await rowsNaming([id])).length).toBeGreaterThan(12)
  for (const table of Object.keys(tables)) {
    const rows = await rowsOf(table)
    expect(rows.length, table).toBeGreaterThan(0)
    for (const row of rows) expect(Number(row.schema?.N), `${table}: ${row.pk?.S}`).toBeGreaterThan(0)
  }
})

describe('deleting a user', () => {
  // The clock is stopped, so that the time of a call does not run out on a slow machine.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('removes everything at once if no alert is in flight', async () => {
    const gone = await makeSettled()
    expect((await rowsNaming(gone.words)).length).toBeGreaterThan(12)
    expect(await filesOf(gone.id)).toBe(1)
    await markComplete(`alert-of-${gone.id}`)
    expect((await admin.browser.call('deleteUser', { id: gone.id })).status).toBe(200)
    expect(await rowsNaming(gone.words)).toEqual([])
    expect([...world.aws.secrets.keys()].filter((name) => name.includes(gone.id))).toEqual([])
    expect(await filesOf(gone.id)).toBe(0)
    expect(await findOwnerAndCountAlert(gone.secret, Date.now())).toBeNull()
    expect((await gone.browser.call('getMe')).status).toBe(401)
    expect((await gone.browser.call('refreshSession')).status).toBe(401)
    expect((await admin.browser.call('deleteUser', { id: gone.id })).status).toBe(404)
    expect((await admin.browser.call('listUsers', { q: gone.email })).body.count).toBe(0)
    const login = await gone.browser.call('login', { email: gone.email, password: testPassword })
    expect(login).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
    await makePerson('Again', gone.email)
  })

  test('ends access at once if alerts are in flight, and removes the rest when they have ended', async () => {
    const gone = await makeSettled()
    expect((await admin.browser.call('deleteUser', { id: gone.id })).status).toBe(200)
    expect((await gone.browser.call('getMe')).status).toBe(401)
    expect(await findOwnerAndCountAlert(gone.secret, Date.now())).toBeNull()
    expect(await getUserSettings(gone.id)).toBeNull()
    expect((await getAdminRegistry()).leaving).toMatchObject([{ userId: gone.id }])
    expect(world.aws.secrets.has(`test/user/${gone.id}`)).toBe(true)

    await finishDeletions({})
    expect((await getAdminRegistry()).leaving).toHaveLength(1)
    await markComplete(`alert-of-${gone.id}`)
    await finishDeletions({})
    expect((await getAdminRegistry()).leaving).toEqual([])
    expect(await rowsNaming(gone.words)).toEqual([])
    expect(world.aws.secrets.has(`test/user/${gone.id}`)).toBe(false)
  })

  test('waits for alerts in flight in every partition of their index', async () => {
    process.env[env.openShards] = '16'
    try {
      const gone = await makeSettled()
      await admin.browser.call('deleteUser', { id: gone.id })
      await finishDeletions({})
      expect((await getAdminRegistry()).leaving).toMatchObject([{ userId: gone.id }])
      expect(world.aws.secrets.has(`test/user/${gone.id}`)).toBe(true)
      await markComplete(`alert-of-${gone.id}`)
      await finishDeletions({})
      expect(await rowsNaming(gone.words)).toEqual([])
    } finally {
      delete process.env[env.openShards]
    }
  })

  test('ends the sessions before any slow step', async () => {
    const gone = await makePerson()
    const sessionRows = async () =>
      (await rowsNaming([gone.id])).filter((row) => JSON.stringify(row).includes('family#')).length
    expect(await sessionRows()).toBe(1)
    const deletion = { userId: gone.id, email: gone.email, accounts: [] }
    expect((await deleteUserData(deletion, () => false)).isFinished).toBe(false)
    expect(await sessionRows()).toBe(0)
  })

  test('continues where it stopped if it runs out of time', async () => {
    const gone = await makeSettled()
    await markComplete(`alert-of-${gone.id}`)
    const deletion = { userId: gone.id, email: gone.email, accounts: ['DEMO#ABC12'] }
    // If each run started at the beginning, runs of this length would never finish.
    let resume: DeletionProgress['resume']
    const scanned: unknown[] = []
    for (let runs = 1; runs < 30; runs += 1) {
      let left = 3
      const progress = await deleteUserData({ ...deletion, resume }, () => left-- > 0)
      resume = progress.resume
      scanned.push(resume?.scan)
      if (progress.isFinished) break
    }
    expect(scanned.at(-1)).toBeUndefined()
    expect(scanned.length).toBeGreaterThan(2)
    expect(await rowsNaming(gone.words)).toEqual([])
  })

  test('starts a second deletion in the background for rows that are written meanwhile', async () => {
    expect(world.aws.invocations).toEqual([])
    const gone = await makePerson()
    await admin.browser.call('deleteUser', { id: gone.id })
    expect(world.aws.invocations).toEqual([
      { name: 'finish-deletions', payload: { userId: gone.id, email: gone.email, accounts: [] } },
    ])
  })

  test('leaves other users unchanged', async () => {
    const [gone, other] = [await makeSettled(), await makeSettled()]
    const rows = (words: readonly string[]) => rowsNaming(words.slice(0, 2))
    const before = await rows(other.words)
    await markComplete(`alert-of-${gone.id}`)
    await admin.browser.call('deleteUser', { id: gone.id })
    expect(await rows(other.words)).toEqual(before)
    expect(await findOwnerAndCountAlert(other.secret, Date.now())).not.toBeNull()
  })
})
