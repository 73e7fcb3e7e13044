import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { secretMask } from '../../../shared/settings/secret-mask.ts'
import { useLiveSecret } from '../../lib/use-live-secret.ts'
import { Card } from '../../components/card.tsx'
import { type AlertSource, AlertSteps } from './alert-steps.tsx'
import { alertTemplate } from './alert-text.ts'
import { AlertTrial } from './alert-trial.tsx'
import { AlertWriter, type Choice } from './alert-writer.tsx'
import { Converter } from './converter.tsx'
import { suggestedMarketsQuery } from './queries.ts'

/** Shows the alert text for the selected mode, format and action, and lets the user try it. */
export const AlertHelp = ({ settings }: { readonly settings: UserSettings }) => {
  const [choice, setChoice] = useState<Choice>({ mode: settings.mode, form: 'JSON', action: 'STRATEGY' })
  const [source, setSource] = useState<AlertSource>('STRATEGY')
  const { data: markets = [] } = useQuery(suggestedMarketsQuery)
  const live = useLiveSecret()
  const secret =
    choice.mode === 'LIVE' ? (live.data ?? settings.liveWebhookSecret) : settings.demoWebhookSecret
  const onShow = secret === secretMask ? () => live.mutate() : undefined
  const text = alertTemplate({ ...choice, secret })
  const choose = (next: Choice) => {
    setChoice(next)
    if ((next.action === 'STRATEGY') !== (source === 'STRATEGY'))
      setSource(next.action === 'STRATEGY' ? 'STRATEGY' : 'INDICATOR')
  }
  const take = (next: AlertSource) => {
    setSource(next)
    const isStrategy = next === 'STRATEGY'
    if (isStrategy !== (choice.action === 'STRATEGY'))
      setChoice({ ...choice, action: isStrategy ? 'STRATEGY' : 'BUY' })
  }
  return (
    <>
      <AlertSteps source={source} onChange={take} />
      <AlertWriter choice={choice} onChange={choose} text={text} onShow={onShow} />
      <Card
        title="Try an alert"
        description={`Shows, rule by rule, what this alert would do on your ${choice.mode} account right now. No order is placed.`}
      >
        {/* A different template starts a new trial. */}
        <AlertTrial key={text} mode={choice.mode} template={text} markets={markets} />
      </Card>
      <Converter secret={secret} onShow={onShow} />
    </>
  )
}
