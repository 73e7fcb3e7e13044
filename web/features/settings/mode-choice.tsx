import { TriangleAlert } from 'lucide-react'
import { useController } from 'react-hook-form'
import { Segmented } from '../../components/segmented.tsx'
import { useSettingsForm } from './settings-form.ts'

const modes = [
  { value: 'DEMO', label: 'Demo' },
  { value: 'LIVE', label: 'Live' },
] as const

export const ModeChoice = () => {
  const { control } = useSettingsForm()
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
          Live places orders with real money.
        </p>
      )}
    </div>
  )
}
