import { CopyButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/button.tsx'

type Props = {
  readonly text: string
  readonly label: string
  readonly className?: string
  /** Replaces the mask with the LIVE secret before copying; undefined if nothing is masked. */
  readonly onShow: (() => void) | undefined
}

export const CopyAlert = ({ onShow, ...rest }: Props) =>
  onShow ? (
    <Button kind="quiet" className={rest.className} onClick={onShow}>
      Show my LIVE secret
    </Button>
  ) : (
    <CopyButton {...rest} />
  )
