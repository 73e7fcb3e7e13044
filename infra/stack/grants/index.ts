import { contract, type Domain, type domains, type Endpoint } from '../../../shared/contract/index.ts'
import type { BackgroundName } from '../jobs.ts'
import { type FunctionName, isEndpoint } from '../lambdas.ts'
import { accounts } from './accounts.ts'
import { administration } from './administration.ts'
import { alerts } from './alerts.ts'
import { background } from './background.ts'
import { deals } from './deals.ts'
import { instruments } from './instruments.ts'
import { journal } from './journal.ts'
import { logs } from './logs.ts'
import { notifications } from './notifications.ts'
import { settings } from './settings.ts'
import { strategies } from './strategies.ts'
import { tokens } from './tokens.ts'
import type { Grant } from './grant.ts'

export type { Grant, UserSecretUse } from './grant.ts'

/** The grants of all Lambdas, by domain. Write access includes read access. */
const listed = {
  alerts,
  accounts,
  tokens,
  settings,
  administration,
  strategies,
  notifications,
  instruments,
  logs,
  deals,
  journal,
  background,
} satisfies { readonly [Each in Domain]: Readonly<Record<keyof (typeof domains)[Each], Grant>> } & {
  readonly background: Readonly<Record<BackgroundName, Grant>>
}

/** Adds read access to the caller's second factors if an endpoint requires an admin or a fresh identity check. */
const withFactors = (name: FunctionName, grant: Grant): Grant => {
  const { stepUp, access }: Partial<Endpoint> = isEndpoint(name) ? contract[name] : {}
  return stepUp || access === 'admin' ? { ...grant, read: [...(grant.read ?? []), 'factors'] } : grant
}

export const grants = Object.fromEntries(
  Object.values(listed)
    .flatMap((ofDomain) => Object.entries<Grant>(ofDomain))
    .map(([name, grant]) => [name, withFactors(name as FunctionName, grant)]),
) as Record<FunctionName, Grant>
