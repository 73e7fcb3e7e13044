import { useController } from 'react-hook-form'
import { Segmented } from '../../components/segmented.tsx'
import { RuleNumber } from './rule-number.tsx'
import { RuleSwitch } from './rule-switch.tsx'
import { useSettingsForm } from './settings-form.ts'

const orderTypes = [
  { value: 'LIMIT', label: 'LIMIT', hint: 'Execute at specific price or better' },
  { value: 'MARKET', label: 'MARKET', hint: 'Execute immediately at current price' },
] as const

/** Each rule's switch next to its number. */
export const TradingRules = () => (
  <div className="grid gap-5 *:grid *:gap-x-8 *:gap-y-4 *:sm:grid-cols-2 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-5">
    <div>
      <OrderTypeToggle />
      <RuleNumber
        name="maximumOrderAgeInMinutes"
        label="Maximum order age (minutes)"
        hint="A limit order ends at IG after this time"
      />
    </div>
    <div>
      <RuleSwitch
        name="enforceMaximumAlertAgeInSeconds"
        label="Enforce maximum alert age"
        hint="Refuse alerts that arrive too late"
      />
      <RuleNumber name="maximumAlertAgeInSeconds" label="Maximum alert age (seconds)" />
    </div>
    <div>
      <RuleSwitch
        name="enforceMaximumOpenPositions"
        label="Enforce maximum open positions"
        hint="All positions on the account count, those opened by hand too"
      />
      <RuleNumber name="maximumOpenPositions" label="Maximum open positions" />
    </div>
    <div>
      <RuleSwitch
        name="enforceMaximumOpenPositionsAndPendingOrders"
        label="Enforce maximum positions and orders"
        hint="Open positions and pending orders counted together"
      />
      <RuleNumber
        name="maximumOpenPositionsAndPendingOrders"
        label="Maximum open positions and pending orders"
      />
    </div>
    <div>
      <RuleSwitch
        name="preventDuplicatePositionsForInstrument"
        label="Prevent duplicate positions"
        hint="One position or order per instrument at a time"
      />
      <RuleNumber
        name="instrumentTradeCooldownPeriodInHours"
        label="Instrument trade cooldown (hours)"
        hint="0 means no cooldown"
      />
    </div>
    <div>
      <RuleSwitch
        name="avoidDividendDates"
        label="Avoid dividend dates"
        hint="Refuse alerts on an instrument’s dividend date"
      />
      <RuleSwitch
        name="allowHedging"
        label="Allow hedging"
        hint="Let an alert open a position against one you hold on the same instrument"
      />
    </div>
  </div>
)

const OrderTypeToggle = () => {
  const { control } = useSettingsForm()
  const { field } = useController({ control, name: 'orderType' })
  return <Segmented label="Order type" value={field.value} onChange={field.onChange} options={orderTypes} />
}
