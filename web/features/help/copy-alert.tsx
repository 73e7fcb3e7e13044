import { Button } from '../../components/button.tsx'
import { useCopy } from '../../lib/use-copy.ts'

type Props = {
  readonly text: string
  readonly label: string
  readonly className?: string
  /** Puts the LIVE secret in its mask's place, which must come first; undefined if nothing is masked. */
  readonly onShow: (() => void) | undefined
}

export const CopyAlert = ({ text, label, className, onShow }: Props) => {
  const { copy, copied } = useCopy()
  return onShow ? (
    <Button kind="quiet" className={className} onClick={onShow}>
      Show my LIVE secret
    </Button>
  ) : (
    <Button
      kind="quiet"
      className={className}
      aria-label={copied ? undefined : label}
      onClick={() => void copy(text)}
    >
      {copied ? 'Copied!' : 'Copy'}
    </Button>
  )
}
