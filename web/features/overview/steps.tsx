import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { nameOf } from '../../lib/alerts-query.ts'
import { worded } from '../../lib/format.ts'
import { type FirstFacts, useFirstStepsState } from './use-first-steps.ts'
import { counted } from '../../../shared/platform/figures.ts'

type Step = {
  readonly name: string
  readonly isDone: boolean
  /** The state of the step, or what it is waiting for. */
  readonly state: ReactNode
  /** A link to the step's page; undefined if there is nothing to do. */
  readonly link?: ReactNode
}

const look = 'text-sm font-medium text-accent underline-offset-4 hover:underline'

const stepsOf = (facts: FirstFacts): Step[] => {
  const { settings, isComplete, account, instruments, alert } = facts
  const paper = settings.isPaper ? 'paper ' : ''
  const toCredentials = (
    <Link to="/dashboard/settings" search={{ focus: 'credentials' }} className={look}>
      {isComplete ? 'Check your credentials' : 'Add your credentials'}
    </Link>
  )
  return [
    {
      name: `Connect to ${settings.isPaper ? 'paper IG' : 'IG'}`,
      isDone: account?.kind === 'answered',
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
      isDone: (instruments ?? 0) > 0,
      state:
        instruments === undefined
          ? 'Loading...'
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
      isDone: alert !== null,
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
      isDone: false,
      ...(alert
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
  ]
}

/** Lists the first steps. The server's records decide which steps are done, so the user cannot tick them. */
export const Steps = ({ facts }: { readonly facts: FirstFacts }) => {
  const steps = stepsOf(facts)
  const [look, setLook] = useFirstStepsState()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  const isOpen = look === 'open'
  return (
    <section className="rounded-lg border border-line bg-panel px-3 text-sm sm:px-4">
      <div className="flex min-h-10 items-center gap-x-3">
        <h2 className="font-semibold whitespace-nowrap">First steps</h2>
        <span className="whitespace-nowrap text-muted">
          {done} of {steps.length} done
        </span>
        {!isOpen && next && (
          <p className="min-w-0 truncate max-sm:hidden">
            Next: <span className="font-medium">{next.name}</span> {next.link}
          </p>
        )}
        <Button
          kind="bare"
          className="ml-auto pointer-coarse:h-11"
          aria-expanded={isOpen}
          onClick={() => setLook(isOpen ? 'folded' : 'open')}
        >
          {isOpen ? 'Fold' : 'Show'}
        </Button>
        <Button kind="bare" className="-ml-3 pointer-coarse:h-11" onClick={() => setLook('dismissed')}>
          Dismiss
        </Button>
      </div>
      {isOpen && (
        <ol aria-label="First steps" className="grid gap-3 pb-3">
          {steps.map(({ name, isDone, state, link }) => (
            <li
              key={name}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
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
      )}
    </section>
  )
}
