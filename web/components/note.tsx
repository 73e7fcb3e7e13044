import TriangleAlert from '~icons/triangle-alert'
import type { ReactNode } from 'react'

export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex items-center gap-2 text-sm text-warn">
    <TriangleAlert aria-hidden className="size-4 shrink-0" />
    {children}
  </p>
)
