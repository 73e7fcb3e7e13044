export const Logo = () => (
  <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
    <img src="/signalpost.svg" alt="" className="size-8" />
    Signalpost
  </span>
)
