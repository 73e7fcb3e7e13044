import type { ReactNode } from 'react'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { worded } from '../lib/format.ts'
import { MarketName } from './market-name.tsx'
import { kindTones, OutcomeDot } from './outcome-badge.tsx'
import { Dot, Row } from './row.tsx'

type Props = { readonly line: AlertLine; readonly time: ReactNode; readonly action?: ReactNode }

/** An alert in one line, with its outcome and the reason. The line links to the alert's page. */
export const AlertRow = ({ line, time, action }: Props) => {
  const { alertId, action: side, market, name, outcome, strategy, message } = line
  const words = worded(message ?? 'Not decided yet')
  return (
    <Row
      mark={outcome ? <OutcomeDot outcome={outcome} /> : <Dot tone={kindTones.asked} />}
      name={
        <>
          {side} <MarketName name={name} symbol={market} />
        </>
      }
      title={`${side} ${name ?? ''} ${market}`}
      to={{ to: '/dashboard/alerts/$alertId', params: { alertId } }}
      facts={words}
      factsTitle={strategy ? `${words} (${strategy})` : words}
      figure={time}
      action={action}
    />
  )
}
