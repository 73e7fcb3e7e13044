import { formatTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

export const Age = ({ readAt }: { readonly readAt: string | undefined }) => {
  const now = useNow()
  return <>{readAt === undefined ? 'Reading...' : ageOf(Date.parse(readAt), now)}</>
}

const ageOf = (at: number, now: number) => {
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  if (seconds < 90) return `${seconds} s ago`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min ago` : `at ${formatTime(at)}`
}
