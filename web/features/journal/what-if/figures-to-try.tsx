import type { InstrumentFields } from '../../../../shared/instruments/instrument.schema.ts'
import { strategyNumbers } from '../../../../shared/strategies/strategy-rules.ts'
import type { Change } from '../../../../shared/journal/what-if/replay.ts'
import { Field } from '../../../components/field.tsx'
import { Select } from '../../../components/select.tsx'

/** The values that the user typed. An empty string means the current value. */
export type Figures = {
  readonly strategy: string
  readonly ofStrategy: Readonly<Record<string, string>>
  readonly instrument: string
  readonly ofInstrument: Readonly<Record<string, string>>
}
export const noFigures: Figures = { strategy: '', ofStrategy: {}, instrument: '', ofInstrument: {} }

/** The settings that decide whether a strategy's alert trades, and at which size. */
const strategyFigures = {
  maximumPositions: strategyNumbers.maximumPositions.label,
  sizePercent: strategyNumbers.sizePercent.label,
  riskPercent: strategyNumbers.riskPercent.label,
  cooldownHours: strategyNumbers.cooldownHours.label,
}

const instrumentFigures = {
  maxPositionSize: 'Max position size',
  riskPercent: 'Risk per trade (% of equity)',
  atrStopLossMultiplePercentage: 'ATR stop loss multiple (%)',
  atrProfitMultiplePercentage: 'ATR profit multiple (%)',
  openingPriceMultiplePercentage: 'Opening price multiple (%)',
} as const satisfies Partial<Record<keyof InstrumentFields, string>>

const numbers = (typed: Readonly<Record<string, string>>) =>
  Object.entries(typed).filter(([, text]) => text !== '' && Number(text) >= 0)

export const changeOf = ({
  strategy,
  ofStrategy,
  instrument,
  ofInstrument,
}: Figures): Omit<Change, 'rules'> => {
  const rules = Object.fromEntries(numbers(ofStrategy).map(([name, text]) => [name, Number(text)]))
  const fields = Object.fromEntries(numbers(ofInstrument))
  return {
    strategies: strategy && Object.keys(rules).length > 0 ? { [strategy]: rules } : {},
    instruments: instrument && Object.keys(fields).length > 0 ? { [instrument]: fields } : {},
  }
}

type Props = {
  readonly strategies: readonly string[]
  readonly instruments: readonly string[]
  readonly figures: Figures
  readonly onChange: (figures: Figures) => void
}

/** Lets the user change the rules of one strategy and the settings of one instrument. */
export const FiguresToTry = ({ strategies, instruments, figures, onChange }: Props) => (
  <div className="grid gap-5 border-t border-line pt-5 lg:grid-cols-2">
    {strategies.length > 0 && (
      <Group
        label="Strategy rules"
        names={strategies}
        name={figures.strategy}
        onName={(strategy) => onChange({ ...figures, strategy, ofStrategy: {} })}
        fields={strategyFigures}
        typed={figures.ofStrategy}
        onTyped={(ofStrategy) => onChange({ ...figures, ofStrategy })}
      />
    )}
    {instruments.length > 0 && (
      <Group
        label="Instrument settings"
        names={instruments}
        name={figures.instrument}
        onName={(instrument) => onChange({ ...figures, instrument, ofInstrument: {} })}
        fields={instrumentFigures}
        typed={figures.ofInstrument}
        onTyped={(ofInstrument) => onChange({ ...figures, ofInstrument })}
      />
    )}
  </div>
)

type GroupProps = {
  readonly label: string
  readonly names: readonly string[]
  readonly name: string
  readonly onName: (name: string) => void
  readonly fields: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
  readonly onTyped: (typed: Readonly<Record<string, string>>) => void
}

const Group = ({ label, names, name, onName, fields, typed, onTyped }: GroupProps) => (
  <div className="grid content-start gap-4">
    <Select
      label={label}
      value={name}
      onChange={onName}
      options={[{ value: '', label: 'None' }, ...names.map((each) => ({ value: each, label: each }))]}
    />
    {name !== '' && (
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(fields).map(([field, words]) => (
          <Field
            key={field}
            label={words}
            type="number"
            min={0}
            step="any"
            placeholder="unchanged"
            value={typed[field] ?? ''}
            onChange={({ target }) => onTyped({ ...typed, [field]: target.value })}
          />
        ))}
      </div>
    )}
  </div>
)
