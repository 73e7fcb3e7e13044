import { formatAge } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

const minute = 60_000

/**
 * Shows how long ago a position was opened.
 * @param since the opening time in ISO 8601
 */
export const Age = ({ since }: { readonly since: string }) =>
  formatAge(Math.max(0, useNow(minute) - Date.parse(since)))
