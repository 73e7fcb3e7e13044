export const Logo = ({ isSlim = false }: { readonly isSlim?: boolean }) => (
  <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
    <img src="/signalpost.svg" alt={isSlim ? 'Signalpost' : ''} className="size-8" />
    {!isSlim && 'Signalpost'}
  </span>
)
