import { Switch } from 'radix-ui'
import { useId } from 'react'
import { useTradingPause } from './use-trading-pause.ts'

/** The one switch that keeps every alert from trading, with its state in words. */
export const PauseSwitch = ({ paused }: { readonly paused: boolean }) => {
  const id = useId()
  const change = useTradingPause()
  return (
    <div className="flex items-center gap-2.5 text-sm">
      <span
        role="status"
        className={`inline-flex items-center gap-1.5 font-medium ${paused ? 'text-warn' : 'text-good'}`}
      >
        <span aria-hidden className="size-2 rounded-full bg-current" />
        {paused ? 'Trading paused' : 'Trading on'}
      </span>
      <label htmlFor={id} className="text-muted max-sm:sr-only">
        Pause trading
      </label>
      <Switch.Root
        id={id}
        checked={paused}
        disabled={change.isPending}
        onCheckedChange={(next) => change.mutate(next)}
        className="relative h-6 w-11 shrink-0 rounded-full border border-edge bg-ground transition-colors disabled:opacity-60 data-[state=checked]:border-warn data-[state=checked]:bg-warn"
      >
        <Switch.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-muted transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-panel" />
      </Switch.Root>
    </div>
  )
}
