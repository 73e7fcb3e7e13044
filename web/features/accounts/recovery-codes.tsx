import { Button } from '../../components/button.tsx'
import { useCopy } from '../../lib/use-copy.ts'

type Props = { readonly codes: readonly string[]; readonly onKept: () => void }

/** Shown this once. */
export const RecoveryCodes = ({ codes, onKept }: Props) => {
  const { copy, copied } = useCopy()
  return (
    <section aria-label="Recovery codes" className="grid gap-3 rounded-md border border-warn/50 p-4">
      <p className="text-sm">
        <strong className="font-medium">Save these recovery codes now. We won’t show them again.</strong> If
        you lose your second factor, use a code to log in. Each code works once. Don’t store them on this
        device.
      </p>
      <ul className="grid gap-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" onClick={() => void copy(codes.join('\n'))}>
          {copied ? 'Copied!' : 'Copy'}
        </Button>
        <Button kind="quiet" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
    </section>
  )
}
