import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLocalStorage } from 'usehooks-ts'
import { Button } from '../../components/button.tsx'
import { nameOf } from '../../lib/alerts-query.ts'
import { formatPrecise, worded } from '../../lib/format.ts'
import { todaysCountQuery } from '../../lib/logs-query.ts'
import { type FirstFacts, useFirstFacts } from './use-first-steps.ts'
import { counted } from '../../../shared/platform/figures.ts'

type Step = {
  readonly name: string
  readonly isDone: boolean
  /** How it is, or what it waits for. */
  readonly state: ReactNode
  /** If the next thing is done; none if there is nothing to do. */
  readonly link?: ReactNode
}

const look = 'text-sm font-medium text-accent underline-offset-4 hover:underline'

const stepsOf = (facts: FirstFacts): Step[] => {
  const { settings, isComplete, account, instruments, alert, placed, notifiedAt, hasSecondFactor } = facts
  const paper = settings.isPaper ? 'paper ' : ''
  const toCredentials = (
    <Link to="/dashboard/settings" search={{ focus: 'credentials' }} resetScroll={false} className={look}>
      {isComplete ? 'Check your credentials' : 'Add your credentials'}
    </Link>
  )
  return [
    {
      name: `Connect to ${settings.isPaper ? 'paper IG' : 'IG'}`,
      isDone: placed !== undefined || account?.kind === 'answered',
      ...(account?.kind === 'answered'
        ? { state: `Connected with your ${settings.mode} credentials: ${account.name}` }
        : !isComplete
          ? {
              state: settings.isPaper
                ? 'Paper IG accepts any username that begins with “paper”. Settings can fill in a login for you.'
                : 'Add your IG username, password, API key and account ID',
              link: toCredentials,
            }
          : account?.kind === 'refused'
            ? { state: account.why, link: toCredentials }
            : { state: 'Asking IG…' }),
    },
    {
      name: 'Add instruments',
      isDone: placed !== undefined || (instruments ?? 0) > 0,
      state:
        instruments === undefined
          ? placed
            ? 'Your instruments are in use'
            : 'Loading...'
          : instruments > 0
            ? `${counted(instruments, 'instrument')} in your list`
            : 'Your list is empty. Alerts for markets that aren’t in your list are refused.',
      link: instruments === 0 && (
        <Link to="/dashboard/instruments" className={look}>
          Upload a list
        </Link>
      ),
    },
    {
      name: 'Receive your first alert',
      isDone: alert !== undefined,
      ...(alert
        ? { state: `Latest: ${nameOf(alert)}` }
        : {
            state: 'Waiting for an alert. This step updates automatically.',
            link: (
              <Link to="/dashboard/help" className={look}>
                Set up an alert
              </Link>
            ),
          }),
    },
    {
      name: `Place your first ${paper}order`,
      isDone: placed !== undefined,
      ...(placed
        ? {
            state: nameOf(placed),
            link: (
              <Link to="/dashboard/alerts/$alertId" params={{ alertId: placed.alertId }} className={look}>
                View the decision
              </Link>
            ),
          }
        : alert
          ? {
              state: worded(alert.message ?? 'Not decided yet'),
              link: (
                <Link to="/dashboard/alerts/$alertId" params={{ alertId: alert.alertId }} className={look}>
                  See why
                </Link>
              ),
            }
          : { state: 'The first alert that passes every rule places an order' }),
    },
    {
      name: 'Get your first notification',
      isDone: Boolean(notifiedAt),
      state: notifiedAt
        ? `Last notification delivered at ${formatPrecise(notifiedAt)}`
        : 'We notify you by email and on any other channel you choose',
      link: (
        <Link to="/dashboard/notifications" className={look}>
          Choose notification channels
        </Link>
      ),
    },
    {
      name: 'Set up a second factor',
      isDone: hasSecondFactor === true,
      state: hasSecondFactor
        ? 'Your password alone isn’t enough to log in'
        : facts.needsSecondFactor
          ? 'Required for LIVE: an authenticator app or a passkey'
          : 'Use an authenticator app or a passkey',
      link: !hasSecondFactor && (
        <Link to="/dashboard/account" className={look}>
          Set one up
        </Link>
      ),
    },
    {
      name: 'Go live',
      isDone: settings.mode === 'LIVE',
      state:
        settings.mode === 'LIVE'
          ? 'You’re in LIVE mode'
          : 'You’re in DEMO mode. There’s no rush: watch how your alerts trade for a few days first.',
      link: settings.mode === 'DEMO' && placed && (
        <Link to="/dashboard/settings" search={{ focus: 'mode' }} resetScroll={false} className={look}>
          Change the mode
        </Link>
      ),
    },
  ]
}

const usePutAway = () => useLocalStorage('signalpost-first-steps-put-away', false)

/** What stands below waits for this: it must not move once it is shown. */
export const useFirstStepsPending = () => {
  const [putAway] = usePutAway()
  const facts = useFirstFacts(!putAway)
  const { isError } = useQuery(todaysCountQuery)
  return facts === null && !putAway && !isError
}

/**
 * From nothing to the first order, as facts: each line is computed from what the server recorded, and none can be
 * ticked. It goes when everything is done, or when it is put away.
 */
export const FirstSteps = () => {
  const [putAway, setPutAway] = usePutAway()
  const facts = useFirstFacts(!putAway)
  return putAway || !facts ? null : <Steps facts={facts} onDismiss={() => setPutAway(true)} />
}

type Props = { readonly facts: FirstFacts; readonly onDismiss: () => void }

const Steps = ({ facts, onDismiss }: Props) => {
  // The list stays open for a newcomer; it folds if an order was placed before.
  const [isFolded] = useState(facts.placed !== undefined)
  const steps = stepsOf(facts)
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  if (done === steps.length) return null
  return (
    <section className="grid gap-2 rounded-lg border border-line bg-panel px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <h2 className="font-semibold">First steps</h2>
        <span className="flex items-center gap-2 text-muted">
          <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-line">
            <span className="block h-full bg-good" style={{ width: `${(done / steps.length) * 100}%` }} />
          </span>
          {done} of {steps.length} done
        </span>
        {isFolded && next && (
          <p className="flex flex-wrap gap-x-2">
            <span>
              Next: <span className="font-medium">{next.name}</span>
            </span>
            {next.link}
          </p>
        )}
        <Button kind="bare" className="ml-auto text-sm" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
      <details open={!isFolded}>
        <summary className="cursor-pointer text-sm text-accent">All steps</summary>
        <ol aria-label="First steps" className="mt-3 grid gap-3">
          {steps.map(({ name, isDone, state, link }) => (
            <li
              key={name}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)_auto]"
            >
              <span
                aria-hidden
                className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border text-xs font-bold ${isDone ? 'border-good text-good' : 'border-edge'}`}
              >
                {isDone && '✓'}
              </span>
              <div>
                <p className="font-medium">
                  {name}
                  <span className="sr-only">{isDone ? ': done' : ': not yet'}</span>
                </p>
                <p className="break-words text-muted">{state}</p>
              </div>
              {link && <span className="max-sm:col-start-2">{link}</span>}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
