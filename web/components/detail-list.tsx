import { formatNumber, grouped } from '../../shared/platform/figures.ts'
import { formatTimestamp } from '../lib/format.ts'

type Details = Readonly<Record<string, unknown>>

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labels: Readonly<Record<string, string>> = {
  epic: 'IG epic',
  name: 'Instrument',
  currencyCode: 'Currency',
  stopDistance: 'Stop distance (points)',
  limitDistance: 'Limit distance (points)',
  seen: 'Decided on',
  close: 'Closes everything on',
}

/** Turns a field's name into a label: "dealReference" becomes "Deal reference". */
const words = (name: string) => {
  const label = labels[name]
  if (label) return label
  const spaced = name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  const written = spaced.replace(/\b(id|ids|ig)\b/g, (short) =>
    short === 'ids' ? 'IDs' : short.toUpperCase(),
  )
  return written.charAt(0).toUpperCase() + written.slice(1)
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const atEpoch = new Set(['goodTill', 'at', 'firedAt'])

/** Matches a decimal number, because amounts are sent as text. */
const isFigure = /^-?\d+(\.\d+)?$/
const figures = new Set([
  'size',
  'level',
  'price',
  'quote',
  'stopDistance',
  'limitDistance',
  'stopBefore',
  'stopLevel',
  'limitLevel',
  'risk',
])

const text = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && atEpoch.has(name)) return formatTimestamp(new Date(value).toISOString())
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string' && isInstant.test(value)) return formatTimestamp(value)
  if (typeof value === 'string' && figures.has(name) && isFigure.test(value)) return grouped(value)
  if (Array.isArray(value)) return value.map((item) => text('', item)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Shows an entry's data as names and values. Empty values are omitted. */
export const DetailList = ({ details }: { readonly details: Details }) => (
  <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]">
    {Object.entries(details)
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value))
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{words(name)}</dt>
          {/* On phones a nested list gets the whole width. */}
          <dd
            className={`min-w-0 break-words ${typeof value === 'object' ? 'max-sm:col-span-2 max-sm:pl-4' : ''}`}
          >
            <Value name={name} value={value} />
          </dd>
        </div>
      ))}
  </dl>
)

const Value = ({ name, value }: { readonly name: string; readonly value: unknown }) => {
  if (isDetails(value)) return <DetailList details={value} />
  if (!Array.isArray(value) || !value.some(isDetails)) return text(name, value)
  return (
    <ul className="grid gap-3">
      {value.map((item, place) => (
        // The list never changes, so an item's index is a valid key.
        <li key={place}>
          <Value name="" value={item} />
        </li>
      ))}
    </ul>
  )
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
