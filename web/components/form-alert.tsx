import type { ReactNode } from 'react'

/** Shows an error in a form, such as the server's reason for refusing the request. */
export const FormAlert = ({ children }: { readonly children: ReactNode }) => (
  <p role="alert" className="rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-sm text-bad">
    {children}
  </p>
)
