import { CopyButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/button.tsx'

type Props = { readonly codes: readonly string[]; readonly onKept: () => void }

/** Shows new recovery codes, which cannot be shown again. */
export const RecoveryCodes = ({ codes, onKept }: Props) => {
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
        <CopyButton text={codes.join('\n')} />
        <Button kind="quiet" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
    </section>
  )
}
