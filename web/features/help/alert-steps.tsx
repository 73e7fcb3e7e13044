import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { Segmented } from '../../components/segmented.tsx'

export type AlertSource = 'INDICATOR' | 'STRATEGY' | 'WATCHLIST'

type Props = { readonly source: AlertSource; readonly onChange: (source: AlertSource) => void }

const sources = [
  { value: 'INDICATOR', label: 'An indicator', hint: 'One symbol and one action per alert' },
  { value: 'STRATEGY', label: 'A strategy', hint: 'Every order fill fires the alert' },
  {
    value: 'WATCHLIST',
    label: 'A watchlist',
    hint: 'One alert for every symbol on a list (needs a higher TradingView plan)',
  },
] as const

/** A field in the picture of TradingView's dialog. If `isMeant`, the field is highlighted. */
type DialogField = { readonly name: string; readonly value: string; readonly isMeant?: boolean }
type Step = {
  readonly title: string
  readonly words: ReactNode
  readonly tab: string
  readonly drawn: readonly DialogField[]
}

const condition: Readonly<Record<AlertSource, Step>> = {
  INDICATOR: {
    title: 'Choose the condition',
    words: 'Open the symbol’s chart, press Alt + A, then choose the indicator and its condition.',
    tab: 'Settings',
    drawn: [
      { name: 'Symbols', value: 'NASDAQ:AAPL' },
      { name: 'Condition', value: 'Your indicator · Crossing up', isMeant: true },
      { name: 'Trigger', value: 'Once per bar close', isMeant: true },
      { name: 'Expiration', value: 'The latest date your plan allows', isMeant: true },
    ],
  },
  STRATEGY: {
    title: 'Choose the strategy',
    words:
      'Open the strategy’s chart, press Alt + A, then choose the strategy. The alert fires whenever one of the strategy’s orders is filled, so there is no trigger to set.',
    tab: 'Settings',
    drawn: [
      { name: 'Symbols', value: 'NASDAQ:AAPL' },
      { name: 'Condition', value: 'Your strategy · Order fills only', isMeant: true },
      { name: 'Expiration', value: 'The latest date your plan allows', isMeant: true },
    ],
  },
  WATCHLIST: {
    title: 'Choose the watchlist',
    words:
      'Open the watchlist’s menu and choose “Add alert on the list”. Every symbol on it must be in your instrument list. Alerts for other symbols are refused and logged.',
    tab: 'Settings',
    drawn: [
      { name: 'Symbols', value: 'Your watchlist', isMeant: true },
      { name: 'Condition', value: 'Your indicator · Crossing up', isMeant: true },
      { name: 'Trigger', value: 'Once per bar close', isMeant: true },
    ],
  },
}

const message: Step = {
  title: 'Paste the alert text',
  words: 'Clear the Message field and paste the alert text from below. Name the alert whatever you like.',
  tab: 'Message',
  drawn: [
    { name: 'Alert name', value: 'Anything' },
    { name: 'Message', value: '{ "secret": "…", "market": "{{exchange}}:{{ticker}}", … }', isMeant: true },
  ],
}
const notifications: Step = {
  title: 'Add the webhook URL',
  words:
    'Tick Webhook URL and paste the address from above. TradingView requires two-factor authentication for webhooks.',
  tab: 'Notifications',
  drawn: [
    { name: 'Notify in app', value: 'Optional' },
    { name: '☑ Webhook URL', value: 'https://…/trading-view-webhook', isMeant: true },
  ],
}

/** Explains what to select in TradingView's alert dialog, step by step, with a picture for each step. */
export const AlertSteps = ({ source, onChange }: Props) => (
  <Card title="Create the alert in TradingView" description="Three steps in TradingView’s alert dialog.">
    <Segmented label="Alert source" value={source} onChange={onChange} options={sources} />
    <ol className="grid gap-5 lg:grid-cols-3">
      {[condition[source], message, notifications].map((step, index) => (
        <li key={step.title} className="grid content-start gap-2 text-sm">
          <h3 className="font-medium">
            {index + 1}. {step.title}
          </h3>
          <Picture {...step} />
          <p className="text-muted">{step.words}</p>
        </li>
      ))}
    </ol>
  </Card>
)

const tabs = ['Settings', 'Message', 'Notifications']

/**
 * Draws the part of the dialog that a step needs, with a frame around what the user must set. It is hidden from screen
 * readers, because the text beside it says the same.
 */
const Picture = ({ tab, drawn }: Step) => (
  <div aria-hidden className="grid gap-2 rounded-md border border-line bg-ground p-3 text-xs select-none">
    <div className="flex gap-3 border-b border-line pb-1.5 text-muted">
      {tabs.map((each) => (
        <span key={each} className={each === tab ? 'font-semibold text-ink' : undefined}>
          {each}
        </span>
      ))}
    </div>
    {drawn.map(({ name, value, isMeant }) => (
      <div key={name} className="grid gap-0.5">
        <span className="text-muted">{name}</span>
        <span
          className={`rounded border px-2 py-1 break-words ${isMeant ? 'border-2 border-accent bg-panel font-medium' : 'border-line text-muted'}`}
        >
          {value}
        </span>
      </div>
    ))}
  </div>
)
