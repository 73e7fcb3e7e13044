import { Card } from '../../components/card.tsx'
import { IdList } from '../../components/id-list.tsx'
import type { Deal } from './use-deal.ts'

/** Shows the IDs of a deal, its market and its alert, at IG and in Signalpost. */
export const DealIds = ({ deal: { position, details } }: { readonly deal: Deal }) => {
  const dealIds = new Set([...(details?.dealIds ?? []), ...(position ? [position.dealId] : [])])
  const references = new Set(details?.trade.legs.map(({ reference }) => reference))
  return (
    <Card title="IDs">
      <IdList
        ids={[
          ...[...dealIds].map((dealId) => ['Deal ID', dealId] as const),
          ['IG epic', position?.igEpic],
          ['Alert ID', details?.alert?.alertId],
          ...[...references].map((reference) => ['IG reference of a close', reference] as const),
        ]}
      />
    </Card>
  )
}
