import { VisibleError } from '../../shared/platform/error.schema.ts'
import { mostPushDevices } from '../../shared/notifications/notification-types.ts'
import type { ChannelConnected } from '../../shared/notifications/notifications.schema.ts'
import { parseAddress, problemWithAddress } from './outgoing/public-address.ts'
import type { NotificationAddresses } from '../settings/user-secret-store.ts'
import { changeAddresses, hashOf, newSigningSecret } from './addresses.ts'
import { deleteChannel, notificationStore } from './notification-store.ts'
import { isPushService } from './push-services.ts'

/** Milliseconds for which a replaced signing secret is still used alongside the new one. */
const changeover = 24 * 3_600_000

const hosts = {
  discord: ['discord.com', 'ptb.discord.com', 'canary.discord.com', 'discordapp.com'],
  slack: ['hooks.slack.com'],
} as const
const paths = { discord: /^\/api\/webhooks\/\d+\/[\w-]+$/, slack: /^\/services\/\S+$/ } as const

const refuse = (problem: string) => new VisibleError('INVALID_REQUEST', `It ${problem}`, { address: problem })

/**
 * Stores the address of a channel.
 * @returns the channel's ID and, for a new webhook, its signing secret, which is shown only once
 * @throws VisibleError INVALID_REQUEST, TRY_AGAIN, NOT_FOUND
 */
export const connectChannel = async (
  userId: string,
  request: ChannelConnected,
): Promise<{ readonly id: string; readonly secret: string | null }> => {
  const { kind } = request
  const url = checkedAddress(request)
  const id = kind === 'push' ? `push-${hashOf(url.href).slice(0, 8)}` : kind
  const secret = kind === 'webhook' ? newSigningSecret() : null
  let kept: string | null = null
  await changeAddresses(userId, (before) => {
    if (kind === 'discord' || kind === 'slack') return { ...before, [kind]: url.href }
    if (kind === 'webhook') {
      kept = before.webhook?.secrets.find(({ until }) => until === null)?.secret ?? null
      const secrets = before.webhook?.secrets ?? [{ secret: secret ?? '', until: null }]
      return { ...before, webhook: { url: url.href, secrets } }
    }
    return { ...before, push: withDevice(before.push ?? {}, id, request, url) }
  })
  await notificationStore.updateChannel(userId, id, {
    address: maskedAddress(request, url),
    offReason: null,
    failures: 0,
    notBefore: null,
  })
  return { id, secret: kept === null ? secret : null }
}

const checkedAddress = ({ kind, address, p256dh, auth }: ChannelConnected): URL => {
  const url = parseAddress(address)
  if (!url) throw refuse('must be a URL')
  const problem = problemWithAddress(url)
  if (problem) throw refuse(problem)
  if (kind === 'push') {
    if (!isPushService(url) || !p256dh || !auth) throw refuse('must be a browser push service')
    return url
  }
  if (kind === 'webhook') return url
  if (!hosts[kind].some((host) => host === url.hostname) || !paths[kind].test(url.pathname))
    throw refuse(`must be a ${kind === 'discord' ? 'Discord' : 'Slack'} webhook URL`)
  return url
}

/** Shows only the host, because the path of a webhook is a secret like a password. */
const maskedAddress = ({ kind, device }: ChannelConnected, { hostname }: URL) =>
  kind === 'push' ? (device ?? hostname) : `${hostname} ••••`

const withDevice = (
  before: NonNullable<NotificationAddresses['push']>,
  id: string,
  { p256dh = '', auth = '' }: ChannelConnected,
  url: URL,
) => {
  const after = { ...before, [id]: { endpoint: url.href, p256dh, auth } }
  if (Object.keys(after).length > mostPushDevices)
    throw new VisibleError('INVALID_REQUEST', `You can turn on push for at most ${mostPushDevices} devices`)
  return after
}

/** @returns false if the channel does not exist */
export const removeChannel = async (userId: string, id: string): Promise<boolean> => {
  if (id === 'mail' || !(await notificationStore.getChannel(userId, id))) return false
  await changeAddresses(userId, ({ push = {}, ...before }) => {
    const { [id]: _, ...devices } = push
    const { [id as 'slack']: __, ...rest } = before
    return { ...rest, push: devices }
  })
  await deleteChannel(userId, id)
  return true
}

/**
 * Creates a new signing secret for the webhook. For a day, messages are signed with the previous secret too, so that
 * the receiver has time to change.
 * @returns null if there is no webhook
 */
export const rotateSigningSecret = async (userId: string, now: number): Promise<string | null> => {
  const secret = newSigningSecret()
  const { webhook } = await changeAddresses(userId, (before) =>
    before.webhook
      ? {
          ...before,
          webhook: {
            url: before.webhook.url,
            secrets: [
              { secret, until: null },
              ...before.webhook.secrets
                .filter(({ until }) => until === null)
                .map((old) => ({ ...old, until: now + changeover })),
            ],
          },
        }
      : before,
  )
  return webhook ? secret : null
}
