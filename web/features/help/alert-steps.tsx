import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { Segmented } from '../../components/segmented.tsx'

export type AlertSource = 'INDICATOR' | 'STRATEGY' | 'WATCHLIST'

type Props = { readonly source: AlertSource; readonly onChange: (source: AlertSource) => void }

const sources = [
  { value: 'INDICATOR', label: 'An indicator', hint: 'One symbol; each alert has its own action' },
  { value: 'STRATEGY', label: 'A strategy', hint: 'Each of its orders fires the alert' },
  {
    value: 'WATCHLIST',
    label: 'A watchlist',
    hint: 'One alert for all symbols of a list; TradingView offers it on its larger plans',
  },
] as const

/** A field of TradingView's dialog, drawn. */
type Drawn = { readonly name: string; readonly value: string; readonly isMeant?: boolean }
type Step = {
  readonly title: string
  readonly words: ReactNode
  readonly tab: string
  readonly drawn: readonly Drawn[]
}

const condition: Readonly<Record<AlertSource, Step>> = {
  INDICATOR: {
    title: 'Choose the condition',
    words: 'Open the chart of the symbol, press Alt + A, and choose the indicator and what it has to do.',
    tab: 'Settings',
    drawn: [
      { name: 'Symbols', value: 'NASDAQ:AAPL' },
      { name: 'Condition', value: 'Your indicator · Crossing up', isMeant: true },
      { name: 'Trigger', value: 'Once per bar close', isMeant: true },
      { name: 'Expiration', value: 'As late as your plan allows', isMeant: true },
    ],
  },
  STRATEGY: {
    title: 'Choose the strategy',
    words:
      'Open the strategy’s chart, press Alt + A, and choose the strategy itself: its order fills fire the alert, so there is no trigger to set.',
    tab: 'Settings',
    drawn: [
      { name: 'Symbols', value: 'NASDAQ:AAPL' },
      { name: 'Condition', value: 'Your strategy · Order fills only', isMeant: true },
      { name: 'Expiration', value: 'As late as your plan allows', isMeant: true },
    ],
  },
  WATCHLIST: {
    title: 'Choose the list',
    words:
      'Open the watchlist’s menu and choose “Add alert on the list”. Every symbol of it must be among your instruments: the others are refused, and the log says so.',
    tab: 'Settings',
    drawn: [
      { name: 'Symbols', value: 'Your watchlist', isMeant: true },
      { name: 'Condition', value: 'Your indicator · Crossing up', isMeant: true },
      { name: 'Trigger', value: 'Once per bar close', isMeant: true },
    ],
  },
}

const message: Step = {
  title: 'Paste the text',
  words:
    'Delete what stands in Message, and paste the alert text from below. The name of the alert is yours.',
  tab: 'Message',
  drawn: [
    { name: 'Alert name', value: 'Anything' },
    { name: 'Message', value: '{ "secret": "…", "market": "{{exchange}}:{{ticker}}", … }', isMeant: true },
  ],
}
const notifications: Step = {
  title: 'Send it here',
  words:
    'Tick Webhook URL and paste the address from above. TradingView offers webhooks only to users with two-factor sign-in.',
  tab: 'Notifications',
  drawn: [
    { name: 'Notify in app', value: 'As you like' },
    { name: '☑ Webhook URL', value: 'https://…/trading-view-webhook', isMeant: true },
  ],
}

/** What to choose in TradingView's dialog, step by step, each step drawn. */
export const AlertSteps = ({ source, onChange }: Props) => (
  <Card title="Make the alert at TradingView" description="Three steps in TradingView’s own dialog.">
    <Segmented label="What fires it" value={source} onChange={onChange} options={sources} />
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

/** The dialog as far as a step needs it; what is to be set is framed. The words beside it say the same. */
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
