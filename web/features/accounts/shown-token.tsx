import { CopyButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/button.tsx'

type Props = { readonly token: string; readonly onKept: () => void }

/** Shows a new token and where to enter it. The token cannot be shown again. */
export const ShownToken = ({ token, onKept }: Props) => {
  const { origin } = window.location
  return (
    <section aria-label="New token" className="grid gap-3 rounded-md border border-warn/50 p-4">
      <p className="text-sm">
        <strong className="font-medium">Copy this token now. We won’t show it again.</strong> Store it like a
        password.
      </p>
      <code className="text-sm break-all">{token}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={token} />
        <Button kind="quiet" onClick={onKept}>
          I’ve saved it
        </Button>
      </div>
      <dl className="grid gap-1 text-xs text-muted">
        <dt>Command line</dt>
        <dd className="break-all text-ink">
          <code>npx signalpost login --site {origin}</code>
        </dd>
        <dt>
          Agents (Model Context Protocol). Send the header “Authorization: Bearer” followed by the token
        </dt>
        <dd className="break-all text-ink">
          <code>{origin}/api/v1/mcp</code>
        </dd>
      </dl>
    </section>
  )
}
