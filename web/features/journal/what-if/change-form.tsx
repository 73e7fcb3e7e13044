import { Form } from '../../../components/form.tsx'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  tradingSettingList,
  type TradingRules as Rules,
} from '../../../../shared/settings/trading-settings.ts'
import type { Change } from '../../../../shared/journal/what-if/replay.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { type Figures, FiguresToTry, noFigures, changeOf } from './figures-to-try.tsx'

type Props = {
  readonly rules: Rules
  readonly strategies: readonly string[]
  readonly instruments: readonly string[]
  readonly onTry: (change: Change) => void
  /** More form fields, which the page provides. */
  readonly children: ReactNode
}

/** Lets the user change a copy of the current trading rules and try the changes. Nothing is saved. */
export const ChangeForm = ({ rules, strategies, instruments, onTry, children }: Props) => {
  const form = useForm<Rules>({ defaultValues: rules })
  const [figures, setFigures] = useState<Figures>(noFigures)
  const [isOpen, setOpen] = useState(true)
  const submit = (values: Rules) => {
    const change = { rules: changedRules(values, rules), ...changeOf(figures) }
    onTry(change)
    setOpen(Object.values(change).every((part) => Object.keys(part).length === 0))
  }
  return (
    <Form form={form} onSend={submit}>
      <Card
        title="Rules to try"
        description="These are your current rules. A rule that you change here applies to every alert in the time span. All other rules stay as they were when each alert arrived. Nothing is saved."
      >
        {!isOpen && (
          <Button kind="quiet" className="w-fit" aria-expanded={false} onClick={() => setOpen(true)}>
            Change the rules to try
          </Button>
        )}
        <div className={isOpen ? 'grid gap-4' : 'hidden'}>
          {children}
          <FiguresToTry
            strategies={strategies}
            instruments={instruments}
            figures={figures}
            onChange={setFigures}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">Try these rules</Button>
            <Button
              kind="quiet"
              onClick={() => {
                form.reset(rules)
                setFigures(noFigures)
              }}
            >
              Reset
            </Button>
          </div>
        </div>
      </Card>
    </Form>
  )
}

/** Returns the changed rules whose new values the settings would accept. */
const changedRules = (values: Rules, before: Rules): Partial<Rules> =>
  Object.fromEntries(
    tradingSettingList.flatMap(([name, setting]) => {
      const value = values[name]
      const fits =
        setting.kind !== 'number' ||
        (Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max)
      return value !== before[name] && fits ? [[name, value]] : []
    }),
  )
