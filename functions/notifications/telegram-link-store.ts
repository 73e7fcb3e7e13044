import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Instant } from '../../shared/platform/units.ts'
import { dynamo, isWritten, tableName } from '../aws/table.ts'

type Link = {
  readonly codeHash: string
  readonly until: Instant
  readonly chatId?: string
  readonly chat?: string
  /** Whether the chat agreed to be linked to this account. */
  readonly isAgreed?: boolean
}

const linkKey = (userId: string) => ({ pk: userId, sk: 'telegram-link' })

const codeKey = (codeHash: string) => ({ pk: `code#${codeHash}`, sk: 'code' })

const ownChatKey = (userId: string) => ({ pk: userId, sk: 'telegram-chat' })

const chatKey = (chatHash: string) => ({ pk: `chat#${chatHash}`, sk: 'chat' })

const offerKey = (chatHash: string) => ({ pk: `chat#${chatHash}`, sk: 'offer' })

/** Stores a code that links a chat. The newest code makes the previous code invalid. */
export const putLinkCode = async (userId: string, codeHash: string, until: Instant) => {
  await deleteLink(userId)
  const expiresAt = Math.ceil(until / 1000)
  const TableName = tableName('notices')
  await dynamo().send(
    new PutCommand({ TableName, Item: { ...codeKey(codeHash), schema: 1, userId, expiresAt } }),
  )
  await dynamo().send(
    new PutCommand({ TableName, Item: { ...linkKey(userId), schema: 1, codeHash, until, expiresAt } }),
  )
}

/**
 * The chat that sent the user's code and agreed to be linked; null if there is no such chat, or if the code has
 * expired.
 */
export const readWaitingChat = async (userId: string, now: Instant) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('notices'), Key: linkKey(userId), ConsistentRead: true }),
  )
  const { chatId, chat = '', isAgreed = false, until = 0 } = (Item ?? {}) as Partial<Link>
  return chatId !== undefined && isAgreed && until > now ? { chatId, chat } : null
}

/**
 * Assigns a code to the chat that sent it.
 * @returns the code's user; null if the code is invalid or was used before
 */
export const claimLinkCode = async (
  codeHash: string,
  chat: { readonly chatId: string; readonly name: string },
  now: Instant,
): Promise<string | null> => {
  const TableName = tableName('notices')
  const { Item } = await dynamo().send(
    new GetCommand({ TableName, Key: codeKey(codeHash), ConsistentRead: true }),
  )
  if (!Item) return null
  const userId = Item.userId as string
  const isClaimed = await isWritten(
    new UpdateCommand({
      TableName,
      Key: linkKey(userId),
      UpdateExpression: 'SET chatId = :chatId, chat = :chat, #schema = :schema',
      ConditionExpression: 'codeHash = :codeHash AND #until > :now AND attribute_not_exists(chatId)',
      ExpressionAttributeNames: { '#until': 'until', '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':schema': 1,
        ':chatId': chat.chatId,
        ':chat': chat.name,
        ':codeHash': codeHash,
        ':now': now,
      },
    }),
  )
  return isClaimed ? userId : null
}

/** Stores which account the chat was last asked to link. */
export const putOffer = async (userId: string, chatHash: string, until: Instant) => {
  const expiresAt = Math.ceil(until / 1000)
  await dynamo().send(
    new PutCommand({
      TableName: tableName('notices'),
      Item: { ...offerKey(chatHash), schema: 1, userId, expiresAt },
    }),
  )
}

/**
 * Records that the chat agreed to be linked to the account that it was last asked about.
 * @returns the account's user; null if no account waits for an answer
 */
export const agreeToOffer = async (
  chatId: string,
  chatHash: string,
  now: Instant,
): Promise<string | null> => {
  const TableName = tableName('notices')
  const { Item } = await dynamo().send(
    new GetCommand({ TableName, Key: offerKey(chatHash), ConsistentRead: true }),
  )
  if (!Item) return null
  const userId = Item.userId as string
  const isAgreed = await isWritten(
    new UpdateCommand({
      TableName,
      Key: linkKey(userId),
      UpdateExpression: 'SET isAgreed = :yes, #schema = :schema',
      ConditionExpression: 'chatId = :chatId AND #until > :now',
      ExpressionAttributeNames: { '#until': 'until', '#schema': 'schema' },
      ExpressionAttributeValues: { ':schema': 1, ':yes': true, ':chatId': chatId, ':now': now },
    }),
  )
  return isAgreed ? userId : null
}

export const deleteLink = async (userId: string) => {
  const TableName = tableName('notices')
  const { Item } = await dynamo().send(
    new GetCommand({ TableName, Key: linkKey(userId), ConsistentRead: true }),
  )
  if (!Item) return
  await dynamo().send(new DeleteCommand({ TableName, Key: codeKey(Item.codeHash as string) }))
  await dynamo().send(new DeleteCommand({ TableName, Key: linkKey(userId) }))
}

/**
 * Links a chat to the user and replaces the previous chat.
 * @returns false if the chat belongs to another user; then nothing changes
 */
export const putChat = async (userId: string, chatHash: string): Promise<boolean> => {
  const TableName = tableName('notices')
  const isOwn = await isWritten(
    new PutCommand({
      TableName,
      Item: { ...chatKey(chatHash), schema: 1, userId },
      ConditionExpression: 'attribute_not_exists(pk) OR userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
    }),
  )
  if (!isOwn) return false
  const before = await ownChat(userId)
  if (before !== null && before !== chatHash) await deleteChatKey(userId, before)
  await dynamo().send(new PutCommand({ TableName, Item: { ...ownChatKey(userId), schema: 1, chatHash } }))
  return true
}

const ownChat = async (userId: string): Promise<string | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('notices'), Key: ownChatKey(userId), ConsistentRead: true }),
  )
  return (Item?.chatHash as string | undefined) ?? null
}

/** Deletes a chat's row, unless the chat now belongs to another user. */
const deleteChatKey = (userId: string, chatHash: string) =>
  isWritten(
    new DeleteCommand({
      TableName: tableName('notices'),
      Key: chatKey(chatHash),
      ConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
    }),
  )

export const findChatOwner = async (chatHash: string): Promise<string | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('notices'), Key: chatKey(chatHash), ConsistentRead: true }),
  )
  return (Item?.userId as string | undefined) ?? null
}

/** Unlinks the user's chat, which can then no longer give commands. */
export const deleteChat = async (userId: string) => {
  const chatHash = await ownChat(userId)
  if (chatHash === null) return
  await deleteChatKey(userId, chatHash)
  await dynamo().send(new DeleteCommand({ TableName: tableName('notices'), Key: ownChatKey(userId) }))
}
