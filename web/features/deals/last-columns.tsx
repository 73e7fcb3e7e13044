import type { Order, Position } from '../../../shared/deals/dealing.schema.ts'
import { CopyableId } from '../../components/copy-button.tsx'
import { actionColumn } from '../../components/data-table/action-column.tsx'
import { columnsOf } from '../../components/data-table/columns.ts'
import { marketOf } from '../../lib/market-of.ts'

type Action<Deal> = { readonly label: string; readonly width: number; readonly onPress: (deal: Deal) => void }

/** Returns a deal's last columns: its IDs, which traders rarely need, and its single action. */
export const lastColumns = <Deal extends Order | Position>(action: Action<Deal>) => {
  const { shown } = columnsOf<Deal>()
  return [
    shown('igEpic', 'IG Epic', (epic) => epic, { width: 176, rank: 9 }),
    shown('dealId', 'Deal ID', (id) => <CopyableId id={id} />, { width: 204, rank: 8, holds: 1 }),
    actionColumn({ nameOf: (deal) => `${marketOf(deal)} ${deal.dealId}`, ...action }),
  ]
}
