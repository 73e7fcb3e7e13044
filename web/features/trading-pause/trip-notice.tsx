import OctagonPause from '~icons/octagon-pause'
import { isClosing } from '../../../shared/limits/loss-limits.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { formatMoney } from '../../../shared/platform/figures.ts'
import { formatTimestamp, worded } from '../../lib/format.ts'
import { useTradingPause } from './use-trading-pause.ts'

type Trip = NonNullable<UserSettings['trips']>[number]

/** Explains that a limit was reached: what is stopped, why and for how long, and how to resume. */
export const TripNotice = ({ trip }: { readonly trip: Trip }) => {
  const change = useTradingPause()
  const { strategy, at, until, sentence, unexplained } = trip
  const fall = unexplained && formatMoney(Number(unexplained.amount), unexplained.currency)
  return (
    <Notice
      tone="bad"
      icon={OctagonPause}
      role="status"

      title={strategy === null ? 'A limit stopped new entries' : `A limit stopped new entries of ${strategy}`}
      actions={
        <>
          {fall !== undefined && (
            <Button
              kind="quiet"
              disabled={change.isPending}
              title={`Resumes entries. The withdrawal of ${fall} doesn’t count as a loss`}
              onClick={() => change.mutate({ liftTrip: { strategy, wasWithdrawal: true } })}
            >
              It was a withdrawal
            </Button>
          )}
          <Button
            kind="quiet"
            disabled={change.isPending}
            title="Resumes entries. Profits, losses and trades so far no longer count towards the limits"
            onClick={() => change.mutate({ liftTrip: { strategy } })}
          >
            {strategy === null ? 'Resume entries' : `Resume ${strategy}`}
          </Button>
        </>
      }
    >
      <p>
        Since {formatTimestamp(at)}: {worded(sentence)}.{' '}
        {fall === undefined
          ? ''
          : `The balance fell by ${fall} and nothing at IG shows why, so nothing is closed. `}
        {isClosing(trip)
          ? 'Signalpost is closing the positions and deleting the orders that were open then, as their markets open. If you resume entries, this stops. '
          : ''}
        {until === null
          ? 'Exits and stops still work. Entries stay stopped until you resume them.'
          : `Exits and stops still work. Entries are accepted again from ${formatTimestamp(until)}${isClosing(trip) ? ', once those positions and orders are gone' : ''}.`}
      </p>
    </Notice>
  )
}
