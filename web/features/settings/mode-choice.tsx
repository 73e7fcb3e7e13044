import TriangleAlert from '~icons/triangle-alert'
import { useController } from 'react-hook-form'
import { Segmented } from '../../components/segmented.tsx'
import { useIsPaper } from '../../lib/use-is-paper.ts'
import { useSettingsForm } from './settings-form.ts'

const modes = [
  { value: 'DEMO', label: 'Demo' },
  { value: 'LIVE', label: 'Live' },
] as const

export const ModeChoice = () => {
  const { control } = useSettingsForm()
  const isPaper = useIsPaper()
  const { field } = useController({ control, name: 'mode' })
  return (
    <div className="grid gap-3">
      <Segmented
        label="App mode"
        description="Select whether to use demo or live trading credentials"
        value={field.value}
        onChange={field.onChange}
        options={modes}
      />
      {field.value === 'LIVE' && (
        <p className="flex items-center gap-2 text-sm font-medium text-bad">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {isPaper
            ? 'Paper IG simulates live mode here. No real money is involved.'
            : 'In live mode, orders use real money.'}
        </p>
      )}
    </div>
  )
}
