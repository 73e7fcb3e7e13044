import { Badge } from './badge.tsx'
import { Button } from './button.tsx'

type Props = {
  readonly isChosen: boolean
  /** The button's name for screen readers. It begins with "Use". */
  readonly label: string
  readonly onChoose: () => void
}

/** A button that chooses one of several matches, or shows that the match is chosen. */
export const ChooseButton = ({ isChosen, label, onChoose }: Props) =>
  isChosen ? (
    <Badge tone="good">Selected</Badge>
  ) : (
    <Button kind="quiet" className="h-8 shrink-0 px-3" aria-label={label} onClick={onChoose}>
      Use
    </Button>
  )
