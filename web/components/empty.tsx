import type { ReactNode } from 'react'

/** The message shown in an empty list. It says how to add entries. */
export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line p-10 text-center text-muted">
    <svg aria-hidden viewBox="0 0 96 56" className="h-14 w-24 fill-none stroke-edge" strokeWidth={2}>
      <path d="M4 52h88" strokeDasharray="4 5" className="stroke-line" />
      <path d="M40 52V10" />
      <path d="M40 12h26l8 7-8 7H40z" className="fill-accent/10 stroke-accent" />
      <circle cx={40} cy={7} r={3} />
    </svg>
    <p>{children}</p>
  </div>
)
