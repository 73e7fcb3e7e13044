import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrokerAccount } from '../../../shared/deals/dealing.schema.ts'
import { tradingSettingList } from '../../../shared/settings/trading-settings.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { RiskWords } from '../../components/risk-words.tsx'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/failures.ts'
import { counted, type Currency, formatMoney } from '../../../shared/platform/figures.ts'
import { useIsPaper } from '../../lib/use-is-paper.ts'
import type { SettingsValues } from './settings-form.ts'

type Props = {
  readonly open: boolean
  /** The settings to save; null while the dialog is closed. */
  readonly values: SettingsValues | null
  /** Whether the LIVE credentials are already stored. Only then can IG be asked for the account. */
  readonly areStored: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/**
 * Asks the user to confirm the switch to real money. It lists the facts, and the user types the account's name, or the
 * account's ID if IG gives no name.
 */
export const GoingLive = ({ open, values, areStored, onCancel, onConfirm }: Props) => {
  const [typed, setTyped] = useState('')
  const isPaper = useIsPaper()
  const account = useQuery({
    queryKey: ['account', 'going live'],
    queryFn: open && areStored ? () => call('getBrokerAccount', { mode: 'LIVE' }) : skipToken,
    retry: false,
  })
  const wanted = account.data?.name ?? values?.liveAccountId ?? 'LIVE'
  const close = () => {
    setTyped('')
    onCancel()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={isPaper ? 'Switch to LIVE (paper trading)?' : 'Go live with real money?'}
      description={
        values && (
          <>
            <p>
              {isPaper
                ? 'Paper IG simulates LIVE here. As soon as you save, LIVE alerts place simulated orders. No real money is involved.'
                : 'As soon as you save, LIVE alerts place orders with real money on this account.'}{' '}
              Alerts accepted before then stay in DEMO.
              {values.smallestFirst
                ? ` Your first ${counted(values.smallestFirst, 'order')} will use the market’s minimum size.`
                : ' Your own order sizes apply from the first order.'}
            </p>
            <Facts values={values} account={account} areStored={areStored} />
            <Field
              // The text that the user must type must not change while they type it.
              label={account.isLoading ? 'Asking IG for the account’s name...' : `Type ${wanted} to go live`}
              disabled={account.isLoading}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </>
        )
      }
      confirm="Go live"
      grave
      isHeld={account.isLoading || typed.trim() !== wanted}
      onConfirm={() => {
        setTyped('')
        onConfirm()
      }}
    />
  )
}

type FactsProps = Pick<Props, 'areStored'> & {
  readonly values: SettingsValues
  readonly account: Pick<UseQueryResult<BrokerAccount>, 'data' | 'error' | 'isError'>
}

const Facts = ({ values, account, areStored }: FactsProps) => {
  const largest = useQuery({
    queryKey: ['instruments', 'largest'],
    queryFn: () => call('listInstruments', { offset: 0, limit: 1, sort: '-maxPositionSize' }),
  })
  const { name, type, currency, available } = account.data ?? {}
  const ofAccount = [name, type, currency].filter(Boolean).join(', ')
  const rules = tradingSettingList.filter(([key]) => key !== 'orderType')
  return (
    <>
      <p className="text-ink">
        <b className="font-medium">{values.liveAccountId ?? 'No account ID set'}</b>
        {ofAccount && ` (${ofAccount})`}
        {account.isError && `. Couldn’t check with IG: ${messageOf(account.error)}`}
        {!areStored && '. The credentials are new. We’ll check them with IG when you save'}
      </p>
      {available != null && available <= 0 && (
        <p className="font-medium text-bad">
          Available funds are {formatMoney(available, currency)}. IG may refuse orders or close open
          positions.
        </p>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 rounded-md border border-line p-3 text-ink">
        <Fact name="Order type">{values.orderType}</Fact>
        {rules.map(([key, { label }]) => (
          <Fact key={key} name={label}>
            {written(values[key])}
          </Fact>
        ))}
      </dl>
      <p className="text-ink">
        Maximum exposure: {exposureOf(values, largest.data?.results[0]?.maxPositionSize, currency)}.
      </p>
      <details>
        <summary className="cursor-pointer">By going live, you accept the risk warning</summary>
        <div className="pt-2">
          <RiskWords />
        </div>
      </details>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right break-words">{children}</dd>
  </>
)

const written = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? 'not set')

/** The stop distance of the example, in percent of the price. */
const exampleStopPercent = 5

/**
 * Describes the exposure with the maximum number of positions: their total value, and the loss if every stop is hit.
 * The stops are at an example distance, because the real distances depend on the day's ATR.
 */
const exposureOf = (values: SettingsValues, largestSize: string | undefined, currency: Currency) => {
  const { enforceMaximumOpenPositions, maximumOpenPositions } = values
  if (largestSize === undefined) return 'none yet, because you have no instruments'
  if (!enforceMaximumOpenPositions) return 'unlimited, because you don’t limit open positions'
  const worth = Number(largestSize) * (maximumOpenPositions ?? 0)
  return `${counted(maximumOpenPositions ?? 0, 'position')} of up to ${formatMoney(Number(largestSize), currency)} each, ${formatMoney(worth, currency)} in total. If every stop were hit ${exampleStopPercent}% away, you would lose ${formatMoney((worth * exampleStopPercent) / 100, currency)}, or more if the price gaps past a stop`
}
