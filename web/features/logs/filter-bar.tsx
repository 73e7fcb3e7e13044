import SlidersHorizontal from '~icons/sliders-horizontal'
import { Collapsible } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { LogFilter } from '../../../shared/logs/log.schema.ts'
import { logTypeLabels, logTypes } from '../../../shared/logs/log-types.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { fromInput, lastHours, latestInput, type LogFilters, toInput } from './filters.ts'

type Props = {
  readonly filters: LogFilters
  readonly onFilter: (changed: LogFilters) => void
  readonly onReset: () => void
  /** The buttons next to Reset filters. */
  readonly children: ReactNode
}

const typeOptions = [
  { value: 'ALL' as LogFilter, label: 'ALL' },
  ...logTypes.map((type) => ({ value: type, label: logTypeLabels[type] })),
]

/** Edits the log's filters. On wide screens the bar is always open; on small screens a button opens it. */
export const FilterBar = ({ filters, onFilter, onReset, children }: Props) => {
  const [open, setOpen] = useState(false)
  const [hours, setHours] = useState('')
  const { from, to, type = 'ALL' } = filters
  const timed = Boolean(from ?? to)
  const [wasTimed, setWasTimed] = useState(timed)
  if (timed !== wasTimed) {
    setWasTimed(timed)
    if (!timed) setHours('')
  }
  const chooseTime = (changed: LogFilters) => {
    setHours('')
    onFilter(changed)
  }
  const chosen = [from, to, filters.type].filter(Boolean).length
  return (
    <Collapsible.Root open={open} onOpenChange={setOpen} className="grid grid-cols-1 gap-3 print:hidden">
      <Collapsible.Trigger asChild>
        <Button kind="quiet" className="w-fit md:hidden">
          <SlidersHorizontal aria-hidden className="size-4" />
          Filter{chosen > 0 && ` (${chosen})`}
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content
        forceMount
        className="grid gap-4 rounded-lg border border-line bg-panel p-4 max-md:data-[state=closed]:hidden"
      >
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_8rem_12rem]">
          <TimeField
            label="From date"
            time={from}
            max={toInput(to) || latestInput}
            error={
              from && to && Date.parse(from) > Date.parse(to) ? '“From date” is after “To date”' : undefined
            }
            onTime={(time) => chooseTime({ from: time })}
          />
          <TimeField
            label="To date"
            time={to}
            min={toInput(from)}
            max={latestInput}
            onTime={(time) => chooseTime({ to: time })}
          />
          <Field
            label="Last (hours)"
            type="number"
            inputMode="numeric"
            min={1}
            value={hours}
            onChange={({ target }) => {
              setHours(target.value)
              onFilter(lastHours(target.value === '' ? undefined : Number(target.value)))
            }}
          />
          <Select
            label="Type"
            value={type}
            onChange={(next) => onFilter({ type: next === 'ALL' ? undefined : next })}
            options={typeOptions}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            kind="quiet"
            onClick={() => {
              setHours('')
              onReset()
            }}
          >
            Reset filters
          </Button>
          {children}
        </div>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}

type TimeFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  /** The time as ISO 8601. */
  readonly time: string | undefined
  readonly onTime: (time: string | undefined) => void
}

/**
 * Edits a time. The field stores its own text, because the address changes with a delay and would undo what the user
 * types.
 */
const TimeField = ({ time, onTime, ...rest }: TimeFieldProps) => {
  const [typed, setTyped] = useState<string>()
  return (
    <Field
      {...rest}
      type="datetime-local"
      value={typed ?? toInput(time)}
      onChange={({ target }) => {
        setTyped(target.value)
        onTime(fromInput(target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
