import { CopyButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { useConfirmTelegram, useLinkTelegram } from './queries.ts'

/** Connects Telegram. The user sends a code to the bot and then confirms on this page that the chat is theirs. */
export const ConnectTelegram = ({ pending }: { readonly pending: { readonly chat: string } | null }) => {
  const link = useLinkTelegram()
  const confirm = useConfirmTelegram()
  if (pending)
    return (
      <div className="grid gap-2 text-sm">
        <p>
          The chat <strong>{pending.chat}</strong> sent your code and confirmed the link. Is this your chat?
        </p>
        <div>
          <Button disabled={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            Connect {pending.chat}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">
        The bot sends notifications to the chat and answers <code>/status</code> and <code>/pause</code>. It
        never trades.
      </p>
      {link.data && (
        <Field
          label="Send this code to the bot in a private chat"
          hint={`The bot, @${link.data.bot}, will ask whether to link your account. Reply /yes. The code is valid until ${formatTimestamp(link.data.until)}`}
          readOnly
          value={link.data.code}
          aside={
            <>
              <CopyButton text={link.data.code} />
              <a className="button button-quiet" href={link.data.url} target="_blank" rel="noreferrer">
                Open Telegram
              </a>
            </>
          }
        />
      )}
      <div>
        <Button kind="quiet" disabled={link.isPending} onClick={() => link.mutate(undefined)}>
          {link.data ? 'Get a new code' : 'Connect Telegram'}
        </Button>
      </div>
    </div>
  )
}
