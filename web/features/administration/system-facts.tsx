import type { ReactNode } from 'react'
import type { SystemState } from '../../../shared/administration/system.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { formatDuration, formatTimestamp } from '../../lib/format.ts'

const seconds = (count: number) => (count < 120 ? `${count} s` : `${Math.round(count / 60)} min`)

type Row = readonly ReactNode[]

/** A plain table whose first column names the row. On a phone each row is a block with a label beside every figure. */
const Table = ({ heads, rows, label }: { heads: readonly string[]; rows: readonly Row[]; label: string }) => (
  <table aria-label={label} className="w-full text-sm tabular-nums max-sm:block">
    <thead className="max-sm:sr-only">
      <tr className="text-left text-muted">
        {heads.map((head) => (
          <th key={head} scope="col" className="py-1.5 pr-4 font-medium whitespace-nowrap">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-sm:block">
      {rows.map((cells, index) => (
        <tr key={index} className="border-t border-line max-sm:block max-sm:py-2">
          {cells.map((cell, at) => (
            <td
              key={heads[at]}
              data-head={at > 0 ? heads[at] : undefined}
              className="py-1.5 pr-4 align-top break-words max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-0.5 max-sm:pr-0 max-sm:data-head:before:text-muted max-sm:data-head:before:content-[attr(data-head)]"
            >
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const nameOf = ({ email, userId }: { email: string | null; userId: string }) => (
  <span className="grid">
    <span>{email ?? 'deleted user'}</span>
    <span className="text-xs text-muted">{userId}</span>
  </span>
)

type Props = { readonly system: SystemState }

export const SystemFacts = ({ system }: Props) => {
  const { alerts, alarms, allowances } = system
  return (
    <>
      <Health system={system} />
      <Card
        title="Alarms"
        description={
          alarms === null ? 'Alarms are in CloudWatch, so only a deployment on AWS has them.' : undefined
        }
      >
        {alarms && (
          <Table
            label="Alarms"
            heads={['Alarm', 'State', 'Since']}
            rows={alarms.map(({ name, isRinging, since }) => [
              name,
              <Badge key={name} tone={isRinging ? 'bad' : 'good'}>
                {isRinging ? 'in alarm' : 'OK'}
              </Badge>,
              since ? formatTimestamp(since) : '–',
            ])}
          />
        )}
      </Card>
      <Card
        title="Open alerts"
        description="By account, oldest first. Includes alerts whose order is still being tracked."
      >
        {alerts.accounts.length === 0 ? (
          <p className="text-sm text-muted">No open alerts.</p>
        ) : (
          <Table
            label="Open alerts"
            heads={['User', 'Mode', 'Open alerts', 'Oldest']}
            rows={alerts.accounts.map((account) => [
              nameOf(account),
              account.mode,
              account.open,
              seconds(account.oldest),
            ])}
          />
        )}
      </Card>
      <Card
        title="IG request limits"
        description="Requests to IG in the last minute, by account. IG’s published limit is 30 a minute; demo keys are often limited to 10."
      >
        {allowances.length === 0 ? (
          <p className="text-sm text-muted">No requests to IG in the last minute.</p>
        ) : (
          <Table
            label="IG request limits"
            heads={['User', 'Mode', 'Account', 'Last minute', 'Blocked']}
            rows={allowances.map((account) => [
              nameOf(account),
              account.mode,
              account.accountId,
              account.lastMinute,
              account.closedUntil
                ? `until ${formatTimestamp(account.closedUntil)} (${account.closedCode})`
                : '–',
            ])}
          />
        )}
      </Card>
    </>
  )
}

const Health = ({ system: { version, canary, alerts } }: Props) => (
  <Card title="Health">
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
      <dt className="text-muted">Version</dt>
      <dd>{version}</dd>
      <dt className="text-muted">Webhook</dt>
      <dd>
        {canary === null ? (
          'not checked yet'
        ) : canary.isWell ? (
          <>
            <Badge tone="good">responding</Badge> in {formatDuration(canary.took)},{' '}
            {formatTimestamp(canary.at)}
          </>
        ) : (
          <>
            <Badge tone="bad">not responding</Badge> {canary.problem}, {formatTimestamp(canary.at)}
          </>
        )}
      </dd>
      {canary?.certificateEnds && (
        <>
          <dt className="text-muted">Certificate</dt>
          <dd>valid until {formatTimestamp(canary.certificateEnds)}</dd>
        </>
      )}
      <dt className="text-muted">Open alerts</dt>
      <dd>{alerts.open === 0 ? 'none' : `${alerts.open}, the oldest ${seconds(alerts.oldest)} old`}</dd>
    </dl>
  </Card>
)
