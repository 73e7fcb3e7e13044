import { CopyButton } from '../../components/copy-button.tsx'
import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import type { NotificationChannel } from '../../../shared/notifications/notifications.schema.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { useConnectChannel, useRotateSecret } from './queries.ts'

type HookKind = 'discord' | 'slack' | 'webhook'

const hooks: Readonly<Record<HookKind, { readonly label: string; readonly hint: string }>> = {
  discord: {
    label: 'Discord webhook',
    hint: 'In Discord: Channel settings > Integrations > Webhooks. The URL starts with https://discord.com/api/webhooks/',
  },
  slack: {
    label: 'Slack webhook',
    hint: 'In Slack, create an app with an incoming webhook. The URL starts with https://hooks.slack.com/services/',
  },
  webhook: {
    label: 'Your own webhook',
    hint: 'Your HTTPS endpoint. Each request is signed as defined by Standard Webhooks 1.0.0',
  },
}

/**
 * Lets the user connect notification channels. A channel's address is as confidential as a password, so it is never
 * shown again.
 */
export const ConnectChannels = ({ channels }: { readonly channels: readonly NotificationChannel[] }) => {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="grid gap-5">
      {(Object.keys(hooks) as HookKind[]).map((kind) => (
        <HookForm
          key={kind}
          kind={kind}
          isConnected={channels.some((channel) => channel.kind === kind)}
          onSecret={setSecret}
        />
      ))}
      {channels.some(({ kind }) => kind === 'webhook') && (
        <SigningSecret secret={secret} onSecret={setSecret} />
      )}
    </div>
  )
}

type FormProps = {
  readonly kind: HookKind
  readonly isConnected: boolean
  readonly onSecret: (secret: string | null) => void
}

const HookForm = ({ kind, isConnected, onSecret }: FormProps) => {
  const [address, setAddress] = useState('')
  const connect = useConnectChannel((secret) => {
    setAddress('')
    if (secret !== null) onSecret(secret)
  })
  const { label, hint } = hooks[kind]
  const verb = isConnected ? 'Replace' : 'Connect'
  return (
    <form onSubmit={submitting(() => connect.mutate({ kind, address }))}>
      <Field
        label={label}
        hint={hint}
        type="url"
        autoComplete="off"
        value={address}
        placeholder={isConnected ? 'Connected. Enter a new URL to replace it' : 'https://'}
        onChange={({ target }) => setAddress(target.value)}
        aside={
          <Button
            type="submit"
            kind="quiet"
            aria-label={`${verb} ${label}`}
            disabled={address === '' || connect.isPending}
          >
            {verb}
          </Button>
        }
      />
    </form>
  )
}

type SecretProps = { readonly secret: string | null; readonly onSecret: (secret: string) => void }

const SigningSecret = ({ secret, onSecret }: SecretProps) => {
  const rotate = useRotateSecret(onSecret)
  return (
    <div className="grid gap-2 text-sm">
      {secret !== null && (
        <Field
          label="Signing secret"
          hint="Shown only once. Your server uses it to check that a request comes from Signalpost"
          readOnly
          value={secret}
          aside={<CopyButton text={secret} />}
        />
      )}
      <div>
        <Button kind="quiet" disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
          Rotate signing secret
        </Button>
        <p className="pt-1 text-xs text-muted">
          After a rotation, requests are signed with both secrets for one day, so that you can switch over.
          The payload is described at{' '}
          <a className="underline" href="/notices.json">
            /notices.json
          </a>
        </p>
      </div>
    </div>
  )
}
