import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RiskWords } from '../components/risk-words.tsx'
import { WhenNear } from '../components/when-near.tsx'
import { AlertActions, AlertFields } from '../features/help/alert-fields.tsx'
import { AlertHelp } from '../features/help/alert-help.tsx'
import { FirstAlert } from '../features/help/first-alert.tsx'
import { WebhookUrl } from '../features/help/webhook-url.tsx'
import { settingsQuery } from '../lib/session-queries.ts'
import { answeredVersion } from '../lib/answered-version.ts'

const Guide = lazy(async () => ({ default: (await import('../features/help/guide.tsx')).Guide }))

export const HelpPage = () => {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <PageHeader title="Help" description="Set up your TradingView alerts and test them here" />
      <WebhookUrl />
      {settings && <AlertHelp settings={settings} />}
      <FirstAlert />
      <AlertFields />
      <AlertActions />
      <WhenNear height="h-screen">
        <Guide />
      </WhenNear>
      <Card title="Risk warning">
        <RiskWords />
      </Card>
      <About />
    </div>
  )
}

const About = () => (
  <Card title="About">
    <p className="text-sm text-muted">
      Signalpost {answeredVersion()} ·{' '}
      <a
        href="/openapi.json"
        target="_blank"
        rel="noreferrer"
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        API description (OpenAPI)
      </a>
    </p>
  </Card>
)
