import type { ResponseOf } from '../../../shared/contract/index.ts'
import { IdList } from '../../components/id-list.tsx'

/** The names by which the alert and its deals are found here and at the broker, each to be copied. */
export const AlertIds = ({ alert: { alertId, extra } }: { readonly alert: ResponseOf<'getAlert'> }) => (
  <IdList
    ids={[
      ['Alert ID', alertId],
      ['Deal reference', extra.dealReference],
      ['IG’s reference', extra.brokerReference],
      ...(extra.dealIds ?? []).map((dealId) => ['Deal ID', dealId] as const),
    ]}
  />
)
