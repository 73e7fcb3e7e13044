import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { AccountLine } from '../../components/account-line.tsx'
import { Button } from '../../components/button.tsx'
import { DialogBox } from '../../components/dialog-box.tsx'
import { HoldButton } from '../../components/hold-button.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { call } from '../../lib/api.ts'
import { counted, formatMoney } from '../../../shared/platform/figures.ts'
import { pauseWords } from '../../lib/pause-words.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { positionsKey, resultOf } from '../../lib/positions-query.ts'
import { statsKey } from '../../lib/stats-query.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { ordersKey } from '../../lib/orders-query.ts'
import { carryOut, type Choices, type Step } from './carry-out.ts'
import { StepList } from './step-list.tsx'

type Props = { readonly open: boolean; readonly account: BrokerAccount; readonly onDone: () => void }

const everything = { offset: 0, limit: pageLimits.max }

/**
 * Lets the user choose what to stop and close, carries this out when the user holds the button, and shows each step.
 * The dialog cannot be closed while steps are running.
 */
export const StopAndCloseBox = ({ open, account, onDone }: Props) => {
  const queries = useQueryClient()
  const isPaused = Boolean(useQuery({ ...settingsQuery, enabled: false }).data?.tradingPause)
  const [choices, setChoices] = useState<Choices>({ pause: true, orders: true, positions: true })
  const [steps, setSteps] = useState<readonly Step[] | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])
  const run = async () => {
    setSteps([])
    setIsRunning(true)
    try {
      setSteps(await carryOut(account, { ...choices, pause: choices.pause && !isPaused }, setSteps))
    } finally {
      setIsRunning(false)
      for (const queryKey of [settingsQuery.queryKey, statsKey, ordersKey, positionsKey])
        void queries.invalidateQueries({ queryKey })
    }
  }
  const isAnyChosen = (choices.pause && !isPaused) || choices.orders || choices.positions
  const suffix = account.mode === 'LIVE' ? ' (LIVE)' : ''
  return (
    <DialogBox
      open={open}
      onOpenChange={(next) => !next && !isRunning && onDone()}
      title="Stop and close"
      description={<AccountLine account={account} />}
    >
      {steps === null ? (
        <>
          <ChoiceFields account={account} isPaused={isPaused} choices={choices} onChange={setChoices} />
          <div className="grid justify-items-end gap-1">
            <div className="flex flex-wrap justify-end gap-2">
              <Button kind="quiet" onClick={onDone}>
                Cancel
              </Button>
              <HoldButton disabled={!isAnyChosen} onHeld={() => void run()}>
                {`Hold to stop and close${suffix}`}
              </HoldButton>
            </div>
            <p className="text-xs text-muted">Hold the button for one second.</p>
          </div>
        </>
      ) : (
        <>
          <StepList steps={steps} isRunning={isRunning} />
          <div className="flex flex-wrap justify-end gap-2">
            {!isRunning && steps.some(({ state }) => state === 'failed') && (
              <HoldButton onHeld={() => void run()}>{`Hold to try again${suffix}`}</HoldButton>
            )}
            <Button kind="quiet" disabled={isRunning} onClick={onDone}>
              Done
            </Button>
          </div>
        </>
      )}
    </DialogBox>
  )
}

type ChoiceProps = {
  readonly account: BrokerAccount
  readonly isPaused: boolean
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}

/** Lets the user choose what to stop, delete and close. Each choice says what it affects. */
const ChoiceFields = ({ account, isPaused, choices, onChange }: ChoiceProps) => {
  const choose = (name: keyof Choices) => (isChosen: boolean) => onChange({ ...choices, [name]: isChosen })
  return (
    <div className="grid gap-4">
      <SwitchField
        label="Pause trading"
        hint={isPaused ? 'Trading is already paused.' : pauseWords}
        checked={choices.pause || isPaused}
        disabled={isPaused}
        onChange={choose('pause')}
      />
      <SwitchField
        label="Delete all working orders"
        hint={<OrdersHint account={account} />}
        checked={choices.orders}
        onChange={choose('orders')}
      />
      <SwitchField
        label="Close all positions"
        hint={<PositionsHint account={account} />}
        checked={choices.positions}
        onChange={choose('positions')}
      />
    </div>
  )
}

type HintProps = { readonly account: BrokerAccount }

const OrdersHint = ({ account: { mode, accountId } }: HintProps) => {
  const { data, isError } = useQuery({
    queryKey: [...ordersKey, 'all', mode, accountId],
    queryFn: () => call('listOrders', everything),
    staleTime: 0,
  })
  if (isError) return 'IG’s list can’t be read now. It is read again before anything is deleted.'
  if (!data) return 'Reading your orders...'
  return data.count === 0
    ? 'You have no working orders at IG.'
    : `${counted(data.count, 'working order')} at IG. Once deleted, ${data.count === 1 ? 'it' : 'they'} can’t be filled.`
}

const PositionsHint = ({ account: { mode, accountId } }: HintProps) => {
  const currency = useCurrency()
  const { data, isError } = useQuery({
    queryKey: [...positionsKey, 'all', mode, accountId],
    queryFn: () => call('listPositions', everything),
    staleTime: 0,
  })
  if (isError) return 'IG’s list can’t be read now. It is read again before anything is closed.'
  if (!data) return 'Reading your positions...'
  if (data.count === 0) return 'You have no open positions at IG.'
  const { total, unknown } = resultOf(data.results)
  const excluded = unknown > 0 ? `, not counting ${counted(unknown, 'position')} without a price` : ''
  const came =
    total === null
      ? 'IG has no price right now, so the result is unknown.'
      : `At the latest prices, that is a ${total < 0 ? 'loss' : 'profit'} of ${formatMoney(Math.abs(total), currency)} in total${excluded}.`
  return `${counted(data.count, 'position')} at IG, to be closed at the market price. ${came}`
}
