import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

const look = cva(
  'inline-flex items-center justify-center gap-2 rounded-md px-4 text-sm font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-60',
  {
    variants: {
      kind: {
        primary: 'h-10 bg-accent text-accent-ink hover:opacity-90',
        quiet: 'h-9 border border-line bg-panel text-ink hover:bg-ground',
        grave: 'h-9 bg-bad text-panel hover:opacity-90',
        bare: 'h-9 px-2 text-muted hover:bg-ground hover:text-ink',
      },
    },
    defaultVariants: { kind: 'primary' },
  },
)

export const Button = ({
  kind,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & VariantProps<typeof look>) => (
  <button type={type} className={classNames(look({ kind }), className)} {...rest} />
)
