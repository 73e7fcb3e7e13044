import { signedInEndpoints } from './gateway/gateway.ts'
import { encryptionKey } from './gateway/list-endpoints.ts'
import { openEndpoints } from './gateway/session-endpoints.ts'

/** The kinds of evidence (witnesses) for how IG answers. Signalpost does not rely on an answer without a witness. */
const witnesses = {
  recorded: 'recorded answers',
  live: 'live test suite of a public client',
  reference: 'IG’s reference',
  client: 'public clients as they are',
  none: 'no witness',
} as const
type Witness = keyof typeof witnesses

/** The witnesses by method and path: one for each version, in ascending order of versions. */
const seen: Readonly<Record<string, readonly Witness[]>> = {
  'POST /session': ['client', 'recorded', 'recorded'],
  'POST /session/refresh-token': ['client'],
  'GET /session': ['recorded'],
  'PUT /session': ['recorded'],
  'DELETE /session': ['reference'],
  'GET /session/encryptionKey': ['client'],
  'GET /accounts': ['recorded'],
  'GET /accounts/preferences': ['reference'],
  'PUT /accounts/preferences': ['reference'],
  'GET /operations/application': ['recorded'],
  'GET /markets': ['recorded', 'recorded'],
  'GET /markets/:epic': ['client', 'client', 'recorded'],
  'GET /prices/:epic': ['none', 'none', 'recorded'],
  'GET /prices/:epic/:resolution': ['client'],
  'GET /prices/:epic/:resolution/:number': ['client', 'client'],
  'GET /prices/:epic/:resolution/:from/:to': ['client', 'client'],
  'GET /positions': ['recorded', 'recorded'],
  'GET /positions/:dealId': ['client', 'recorded'],
  'POST /positions/otc': ['client', 'recorded'],
  'PUT /positions/otc/:dealId': ['client', 'recorded'],
  'DELETE /positions/otc': ['recorded'],
  'GET /workingorders': ['recorded', 'recorded'],
  'POST /workingorders/otc': ['client', 'recorded'],
  'PUT /workingorders/otc/:dealId': ['client', 'live'],
  'DELETE /workingorders/otc/:dealId': ['client', 'live'],
  'GET /repeat-dealing-window': ['reference'],
  'GET /confirms/:dealReference': ['recorded'],
  'GET /history/activity/:lastPeriod': ['client', 'client'],
  'GET /history/activity/:from/:to': ['client', 'client'],
  'GET /history/activity': ['client', 'client', 'recorded'],
  'GET /history/transactions/:type/:lastPeriod': ['client'],
  'GET /history/transactions/:type/:from/:to': ['client'],
  'GET /history/transactions': ['client', 'recorded'],
  'GET /watchlists': ['recorded'],
  'GET /watchlists/:id': ['recorded'],
  'POST /watchlists': ['client'],
  'PUT /watchlists/:id': ['client'],
  'DELETE /watchlists/:id': ['client'],
  'DELETE /watchlists/:id/:epic': ['client'],
  'GET /marketnavigation': ['client'],
  'GET /marketnavigation/:id': ['client'],
  'GET /clientsentiment': ['client'],
  'GET /clientsentiment/:id': ['client'],
  'GET /clientsentiment/related/:id': ['client'],
  'POST /indicativecostsandcharges/open': ['none'],
  'POST /indicativecostsandcharges/close': ['none'],
  'POST /indicativecostsandcharges/edit': ['none'],
  'GET /indicativecostsandcharges/history/from/:from/to/:to': ['none'],
}

/** Each endpoint and version that paper IG answers, with its witness; undefined if `seen` has no witness for it. */
export const coverage = () => {
  const versions = new Map<string, Set<number>>()
  for (const { method, path, versions: played } of [...openEndpoints, encryptionKey, ...signedInEndpoints]) {
    const name = `${method} ${path}`
    versions.set(name, new Set([...(versions.get(name) ?? []), ...played]))
  }
  return [...versions]
    .toSorted(([one], [other]) => pathOf(one).localeCompare(pathOf(other)) || one.localeCompare(other))
    .flatMap(([endpoint, played]) =>
      [...played]
        .toSorted((one, other) => one - other)
        .map((version, index) => ({ endpoint, version, witness: seen[endpoint]?.[index] })),
    )
}

const pathOf = (endpoint: string) => endpoint.slice(endpoint.indexOf(' ') + 1)

/** The endpoints in `seen` that paper IG does not answer. */
export const unplayed = () => {
  const played = new Set(coverage().map(({ endpoint }) => endpoint))
  return Object.keys(seen).filter((endpoint) => !played.has(endpoint))
}

/** The table of endpoints for the README. */
export const coverageTable = (): string =>
  [
    '| Endpoint | Version | Witness |',
    '| --- | --- | --- |',
    ...coverage().map(
      ({ endpoint, version, witness }) =>
        `| \`${endpoint}\` | ${version} | ${witness ? witnesses[witness] : 'not judged'} |`,
    ),
  ].join('\n')
