import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf } from '../../../shared/contract/index.ts'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { formatLevel, formatNumber } from '../../../shared/platform/figures.ts'
import { DealDialog } from '../../components/deal-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'
import { marketOf } from '../../lib/market-of.ts'
import { moneyAt } from '../../lib/position-money.ts'
import { positionsKey } from '../../lib/positions-query.ts'
import { submitting } from '../../lib/submitting.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'

type Props = {
  readonly account: BrokerAccount
  readonly position: Position
  /** Formats an amount, or a dash if it is null. */
  readonly money: (amount: number | null) => string
}

/**
 * Lets the user move a position's stop. It shows the result at the new stop before the user confirms, and IG's response
 * afterwards.
 */
export const MoveStop = ({ account, position, money }: Props) => {
  const { dealId, direction, size, stopLevel, limitLevel, isTrailing } = position
  const queries = useQueryClient()
  const [typed, setTyped] = useState(stopLevel === null ? '' : String(stopLevel))
  const [isAsking, setAsking] = useState(false)
  const move = useMutation({
    mutationFn: (request: RequestOf<'moveStop'>) => call('moveStop', request),
    onSettled: () => {
      setAsking(false)
      void queries.invalidateQueries({ queryKey: positionsKey })
    },
  })
  const level = Number(typed)
  const atLevel = `At ${formatNumber(level)}: ${money(moneyAt(position, level))}`
  const trails = isTrailing ? ' The stop trails now, and will no longer trail.' : ''
  return (
    <form className="grid gap-2" noValidate onSubmit={submitting(() => level > 0 && setAsking(true))}>
      <Field
        label="New stop level"
        type="number"
        step="any"
        inputMode="decimal"
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          move.reset()
        }}
        hint={level > 0 ? `${atLevel}.${trails}` : 'A level in IG’s price'}
        error={move.error ? toastMessageOf(move.error, unanswered) : undefined}
        aside={
          <SubmitButton busy={move.isPending} disabled={!(level > 0)} className="h-10 pointer-coarse:h-11">
            Set stop
          </SubmitButton>
        }
      />
      <p role="status" className="text-sm text-good empty:hidden">
        {move.data?.message}
      </p>
      <DealDialog
        title="Move stop"
        account={account}
        action="Move stop"
        busyText="Moving..."
        open={isAsking}
        busy={move.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          move.mutate({ dealId, mode: account.mode, accountId: account.accountId, stopLevel: level })
        }
      >
        This moves the stop of your {direction} {formatNumber(size)} position in{' '}
        <span className="font-medium text-ink">{marketOf(position)}</span> from {formatLevel(stopLevel)} to{' '}
        {formatNumber(level)}. {atLevel}. The target stays at {formatLevel(limitLevel)}.{trails}
      </DealDialog>
    </form>
  )
}

const unanswered = 'No answer came. Check the position before you try again'
