import type { ResponseOf } from '../../../shared/contract/index.ts'
import { CopyButton } from '../../components/copy-button.tsx'

/** The names by which the alert and its deals are found here and at the broker, each to be copied. */
export const AlertIds = ({ alert: { alertId, extra } }: { readonly alert: ResponseOf<'getAlert'> }) => {
  const { dealReference, brokerReference, dealIds = [] } = extra
  const ids = [
    ['Alert ID', alertId],
    ['Deal reference', dealReference],
    ['IG’s reference', brokerReference],
    ...dealIds.map((dealId) => ['Deal ID', dealId] as const),
  ] as const
  return (
    <dl className="grid gap-2 text-sm">
      {ids.map(([label, id]) =>
        id === undefined ? null : (
          <div key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="col-start-1 break-all">{id}</dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <CopyButton text={id} label={`Copy ${id}`} />
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
