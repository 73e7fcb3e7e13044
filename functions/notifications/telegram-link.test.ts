import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStandInAws } from '../../infra/dev/testing/stand-in-aws.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import { putNewUser } from '../accounts/user-store.ts'
import { getUserSettings, saveSettings } from '../settings/settings-store.ts'
import { createUserSecret, readUserSecret } from '../settings/user-secret-store.ts'
import { hashOf } from './addresses.ts'
import { deleteNotifications } from './notification-store.ts'
import { putLinkCode, readWaitingChat } from './telegram-link-store.ts'
import { answerCommand } from './telegram-commands.ts'
import { confirmLink } from './telegram-link.ts'

useEmbeddedDynamoDb()
let aws: Awaited<ReturnType<typeof startStandInAws>>
beforeAll(async () => {
  aws = await startStandInAws()
})
afterAll(() => aws.stop())

let made = 0
const makeUser = async () => {
  const id = `user-${(made += 1)}`
  const email = `${id}@example.test`
  const state = { accountId: null, version: 1, missing: [] }
  await putNewUser({
    id,
    email,
    firstName: 'Ada',
    lastName: 'Byron',
    mode: 'DEMO',
    createdAt: '2026-11-01T09:30:00.000Z',
    lastLogin: null,
  } as Parameters<typeof putNewUser>[0])
  await saveSettings({
    userId: id,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    tradingPause: null,
    credentials: { DEMO: state, LIVE: state },
  })
  await createUserSecret(id, { demoPassword: 'kept' } as never)
  return { id, email }
}
const makeCode = async (userId: string) => {
  const code = `code-${userId}-${(made += 1)}`
  await putLinkCode(userId, hashOf(code), Date.now() + 60_000)
  return code
}
const chatOf = (chatId: string) => ({ chatId, name: `@${chatId}` })
const linkChat = async (userId: string, chatId: string) => {
  await answerCommand(`/start ${await makeCode(userId)}`, chatOf(chatId))
  await answerCommand('/yes', chatOf(chatId))
  return confirmLink(userId, Date.now())
}
const isPaused = async (userId: string) => (await getUserSettings(userId))?.tradingPause !== null

describe('a Telegram chat', () => {
  it('must agree to a named account before the dashboard may confirm the chat', async () => {
    const ada = await makeUser()
    const code = await makeCode(ada.id)
    expect(await answerCommand(code, chatOf('1'))).toContain(`the Signalpost account ${ada.email}?`)
    expect(await readWaitingChat(ada.id, Date.now())).toBeNull()
    expect(await confirmLink(ada.id, Date.now())).toBeNull()
    expect(await answerCommand('/yes', chatOf('1'))).toContain(`Notifications page of ${ada.email}`)
    expect(await confirmLink(ada.id, Date.now())).toBe('@1')
    expect(await answerCommand('/status', chatOf('1'))).toMatch(`Account: ${ada.email}.`)
  })

  it('stays linked to its owner if it sends another user’s code, and its /pause pauses the owner', async () => {
    const [owner, attacker] = [await makeUser(), await makeUser()]
    await linkChat(owner.id, '2')
    const answer = await answerCommand(`/start ${await makeCode(attacker.id)}`, chatOf('2'))
    expect(answer).toBe(
      `${attacker.email} wants to link this chat. It stays linked to ${owner.email}. To change that, disconnect Telegram there first.`,
    )
    expect(await answerCommand('/yes', chatOf('2'))).toMatch(/^No account is waiting/)
    expect(await confirmLink(attacker.id, Date.now())).toBeNull()
    expect(await answerCommand('/pause', chatOf('2'))).toBe(
      `Trading is paused for ${owner.email}. Resume it in the dashboard.`,
    )
    expect([await isPaused(owner.id), await isPaused(attacker.id)]).toEqual([true, false])
  })

  it('is linked only to the first user who confirms it if the chat agreed to be linked to two accounts', async () => {
    const [first, second] = [await makeUser(), await makeUser()]
    for (const { id } of [second, first]) {
      await answerCommand(`/start ${await makeCode(id)}`, chatOf('3'))
      await answerCommand('/yes', chatOf('3'))
    }
    expect(await confirmLink(first.id, Date.now())).toBe('@3')
    await expect(confirmLink(second.id, Date.now())).rejects.toThrow('This chat belongs to another account')
    expect((await readUserSecret(second.id))?.notices?.telegram).toBeUndefined()
    expect(await answerCommand('/pause', chatOf('3'))).toContain(first.email)
  })

  it('can be linked by another user after its owner links another chat, and stays linked if the first owner is deleted', async () => {
    const [ada, grace] = [await makeUser(), await makeUser()]
    await linkChat(ada.id, '4')
    await linkChat(ada.id, '5')
    expect(await answerCommand('/pause', chatOf('4'))).toMatch(/^This chat isn’t linked/)
    expect(await linkChat(grace.id, '4')).toBe('@4')
    await deleteNotifications(ada.id, () => true)
    expect(await answerCommand('/status', chatOf('4'))).toContain(grace.email)
    expect(await answerCommand('/status', chatOf('5'))).toMatch(/^This chat isn’t linked/)
  })

  it('can’t use a code that another chat has already sent', async () => {
    const ada = await makeUser()
    const code = await makeCode(ada.id)
    expect(await answerCommand(code, chatOf('6'))).toMatch(/^Link this chat/)
    expect(await answerCommand(code, chatOf('7'))).toMatch(/^This code is invalid/)
    expect(await answerCommand('/yes', chatOf('7'))).toMatch(/^No account is waiting/)
  })
})
