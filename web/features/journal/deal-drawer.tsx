import X from '~icons/x'
import { Dialog } from 'radix-ui'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { useFocusBack } from '../../components/dialog-frame.ts'
import { TextLink } from '../../components/text-link.tsx'
import { DealView } from './deal-view.tsx'
import { headingOf, useDeal } from './use-deal.ts'

type Props = {
  readonly dealId: string
  /** The position as the list behind the drawer shows it. */
  readonly listed: Position | undefined
  readonly onClose: () => void
}

const ownAccount = {}

/** Shows a position in a drawer over its list: on the right, or from below on a phone. */
export const DealDrawer = ({ dealId, listed, onClose }: Props) => {
  const focusBack = useFocusBack()
  const deal = useDeal(dealId, ownAccount, listed)
  const heading = headingOf(deal)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          className="fade-in fixed inset-x-0 bottom-0 z-40 grid h-[88dvh] grid-cols-1 content-start gap-4 overflow-y-auto overscroll-contain rounded-t-xl border-line bg-ground p-4 shadow-xl max-sm:border-t sm:inset-y-0 sm:left-auto sm:h-auto sm:w-112 sm:rounded-none sm:border-l"
        >
          <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <Dialog.Title className="truncate text-xl font-semibold tracking-tight">
              {heading?.name ?? 'Position'}
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close details"
              className="-m-1.5 grid size-11 place-items-center rounded-md text-muted hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Dialog.Close>
            <p className="truncate text-sm text-muted">{heading?.facts}</p>
          </header>
          <DealView deal={deal} search={ownAccount} />
          {deal.details && (
            <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: dealId }} className="w-fit text-sm">
              Note, tags and decision
            </TextLink>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
