import { useNavigate, useSearch } from '@tanstack/react-router'

/** The deal that is open beside its list, kept in the address: a link opens it, and Back closes it. */
export const useOpenDeal = () => {
  const { deal: dealId } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (deal: string | undefined) =>
    void navigate({
      to: '.',
      resetScroll: false,
      replace: deal === undefined,
      search: (before: object) => ({ ...before, deal }),
    })
  return { dealId, open: go, close: () => go(undefined) }
}
