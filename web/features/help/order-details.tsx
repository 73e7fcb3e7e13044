import { formatTimestamp } from '../../lib/format.ts'

const labels: Readonly<Record<string, string>> = {
  type: 'Type',
  epic: 'IG epic',
  expiry: 'Expiry',
  currencyCode: 'Currency',
  direction: 'Direction',
  size: 'Size',
  level: 'Level',
  stopDistance: 'Stop distance (points)',
  limitDistance: 'Limit distance (points)',
  goodTill: 'Good till',
  close: 'Closes everything on',
  dealIds: 'Deals',
}

const shown = (name: string, value: unknown): string => {
  if (name === 'goodTill' && typeof value === 'number') return formatTimestamp(new Date(value).toISOString())
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'None'
  return String(value)
}

/** An order in the text of its trader; what it leaves open is not listed. */
export const OrderDetails = ({ order }: { readonly order: Readonly<Record<string, unknown>> }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
    {Object.entries(order)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{labels[name] ?? name}</dt>
          <dd className="font-medium break-all">{shown(name, value)}</dd>
        </div>
      ))}
  </dl>
)
