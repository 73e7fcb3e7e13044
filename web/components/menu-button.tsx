import EllipsisVertical from '~icons/ellipsis-vertical'
import type { ComponentProps } from 'react'

export type MenuProps = {
  /** The button's name for screen readers, such as "Actions for Ann Lee". */
  readonly label: string
  readonly items: readonly {
    readonly label: string
    readonly grave?: boolean
    readonly onSelect: () => void
  }[]
}

export const MenuButton = ({ label, ...rest }: { readonly label: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    aria-label={label}
    aria-haspopup="menu"
    className="grid size-9 place-items-center rounded-md text-muted hover:bg-ground hover:text-ink"
    {...rest}
  >
    <EllipsisVertical aria-hidden className="size-4" />
  </button>
)
