import Zap from '~icons/zap'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { burstInWords } from '../../../shared/logs/burst-in-words.ts'
import { QuietMode } from '../../components/mode-badge.tsx'
import { formatClock, worded } from '../../lib/format.ts'

/** The alerts that came in the same moment, told as the one thing they were. */
export const BurstCard = ({ burst }: { readonly burst: Burst }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-accent/40 bg-accent/5 px-4 py-3 text-sm">
    <Zap aria-hidden className="size-4 shrink-0 text-accent" />
    <p className="min-w-0 font-medium break-words max-sm:order-last max-sm:w-full sm:flex-1">
      {worded(burstInWords(burst, formatClock(burst.from)))}
    </p>
    <QuietMode mode={burst.mode} />
  </div>
)
