import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Verbatim } from '../../components/verbatim.tsx'
import { Card } from '../../components/card.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { type AlertAction, type AlertForm } from './alert-text.ts'
import { CopyAlert } from './copy-alert.tsx'

export type Choice = { readonly mode: Mode; readonly form: AlertForm; readonly action: AlertAction }

type Props = {
  readonly choice: Choice
  readonly onChange: (choice: Choice) => void
  /** The alert's text for the selected options. */
  readonly text: string
  /** Replaces the mask with the LIVE secret; undefined if nothing is masked. */
  readonly onShow: (() => void) | undefined
}

const modes = [
  { value: 'DEMO', label: 'Demo' },
  { value: 'LIVE', label: 'Live' },
] as const
const forms = [
  { value: 'JSON', label: 'JSON' },
  { value: 'LINE', label: 'Line' },
] as const
const actions = [
  { value: 'STRATEGY', label: 'From strategy' },
  { value: 'BUY', label: 'BUY' },
  { value: 'SELL', label: 'SELL' },
  { value: 'CLOSE', label: 'CLOSE' },
] as const

/** Shows the text to paste into an alert's message, including the user's own secret. */
export const AlertWriter = ({ choice, onChange, text, onShow }: Props) => {
  return (
    <Card
      title="Alert text"
      description="Paste this into the alert’s Message field. TradingView fills in the values in double braces when the alert fires. The text contains your webhook secret. Anyone who has it can trade on your account."
    >
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Segmented
          label="Mode"
          value={choice.mode}
          onChange={(mode) => onChange({ ...choice, mode })}
          options={modes}
        />
        <Segmented
          label="Format"
          value={choice.form}
          onChange={(form) => onChange({ ...choice, form })}
          options={forms}
        />
        <Segmented
          label="Action"
          value={choice.action}
          onChange={(action) => onChange({ ...choice, action })}
          options={actions}
        />
        <CopyAlert
          text={text}
          label="Copy alert text"
          className="min-w-24 self-end sm:ml-auto"
          onShow={onShow}
        />
      </div>
      <Verbatim label="Alert text" text={text} />
      {choice.action === 'STRATEGY' && (
        <p className={choice.form === 'JSON' ? 'text-sm text-muted' : 'text-sm text-warn'}>
          {choice.form === 'JSON'
            ? 'The positions before and after the order show what the strategy did: entry, exit, addition, partial close or reversal. Give each strategy its own tag so that its exits close only what it opened.'
            : 'A strategy sends “sell” both to close a long position and to open a short one. The line format can’t tell them apart, so an alert against a position you hold is refused. Use the JSON format instead.'}
        </p>
      )}
      <p className="text-xs text-muted">
        “From strategy” sends the action of the strategy’s own order ({'{{strategy.order.action}}'}). With
        delayed data, TradingView adds a suffix to the exchange. In that case, type the exchange as it appears
        in your instrument list.
      </p>
    </Card>
  )
}
