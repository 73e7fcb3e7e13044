import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocalStorage } from 'usehooks-ts'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { ApiError, call } from '../../lib/api.ts'
import { newestAlertQuery } from '../../lib/alerts-query.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { accountOf } from '../../lib/use-broker.ts'
import { accountQuery } from '../../lib/account-query.ts'

/** The user's progress according to the server's records. */
export type FirstFacts = {
  readonly settings: UserSettings
  readonly isComplete: boolean
  readonly account:
    | { readonly kind: 'answered'; readonly name: string }
    | { readonly kind: 'refused'; readonly why: string }
    | undefined
  readonly instruments: number | undefined
  /** The newest alert; null if the user has none. */
  readonly alert: AlertLine | null
}

/** Stores in this browser whether the list of steps is open, folded or dismissed. */
export const useFirstStepsState = () =>
  useLocalStorage<'open' | 'folded' | 'dismissed'>('signalpost-first-steps', 'open')

/**
 * Reads the user's progress.
 * @returns undefined until it is known; null if an order was placed, the list was dismissed or a read failed
 */
export const useFirstFacts = (): FirstFacts | null | undefined => {
  const [look] = useFirstStepsState()
  const { data: settings } = useQuery(settingsQuery)
  const isShown = look !== 'dismissed'
  const orders = useQuery({ ...newestAlertQuery({ outcome: 'PLACED' }), enabled: isShown })
  const isNew = isShown && orders.data === null
  const alerts = useQuery({ ...newestAlertQuery({}), enabled: isNew })
  const broker = settings && accountOf(settings)
  const asked = useQuery({
    ...accountQuery(broker ?? { mode: 'DEMO', accountId: '', complete: false }),
    enabled: isNew && broker?.complete === true,
  })
  const { data: listed } = useQuery({
    queryKey: ['instruments', 'first steps'],
    queryFn: isNew ? () => call('listInstruments', { offset: 0, limit: 1 }) : skipToken,
  })
  // The page waits for both answers. If one of them fails, the page doesn't wait for a retry.
  if (!isShown || orders.data || orders.isError || alerts.isError) return null
  if (!settings || !isNew || alerts.data === undefined) return undefined
  return {
    settings,
    isComplete: broker?.complete === true,
    account: asked.data
      ? { kind: 'answered', name: asked.data.name ?? broker?.accountId ?? '' }
      : asked.error instanceof ApiError
        ? { kind: 'refused', why: asked.error.message }
        : undefined,
    instruments: listed?.count,
    alert: alerts.data,
  }
}
