import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { Icon } from './icon.tsx'

const tones = {
  ask: 'border-accent/50 bg-accent/6 [&>svg]:text-accent',
  warn: 'border-warn/50 bg-warn/6 [&>svg]:text-warn',
  bad: 'border-bad/50 bg-bad/6 [&>svg]:text-bad',
} as const

type Props = {
  readonly tone: keyof typeof tones
  readonly icon: Icon
  /** `alert` if the user must read it at once, `status` if it can wait, `region` (with a label) if it is not new. */
  readonly role?: 'alert' | 'status' | 'region'
  readonly label?: string
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
}

/** A box that tells the user what is happening, why, and what to do. */
export const Notice = ({ tone, icon: Picture, role, label, title, children, actions, className }: Props) => (
  <div
    role={role}
    aria-label={label}
    className={classNames(
      'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 rounded-lg border p-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)_auto]',
      tones[tone],
      className,
    )}
  >
    <Picture aria-hidden className="mt-0.5 size-4" />
    <div className="grid min-w-0 gap-0.5 break-words">
      {title && <p className="font-medium">{title}</p>}
      {children}
    </div>
    {actions && <div className="flex flex-wrap gap-2 max-sm:col-span-2 max-sm:*:px-2.5">{actions}</div>}
  </div>
)
