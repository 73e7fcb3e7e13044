import { EllipsisVertical } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'

type Props = {
  /** Names the button for screen readers, e.g. "Actions for Ann Lee". */
  readonly label: string
  readonly items: readonly {
    readonly label: string
    readonly grave?: boolean
    readonly onSelect: () => void
  }[]
}

export const Menu = ({ label, items }: Props) => (
  <DropdownMenu.Root>
    <DropdownMenu.Trigger
      aria-label={label}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-ground hover:text-ink"
    >
      <EllipsisVertical aria-hidden className="size-4" />
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        className="z-50 min-w-44 rounded-md border border-line bg-panel p-1 shadow-lg"
      >
        {items.map((item) => (
          <DropdownMenu.Item
            key={item.label}
            onSelect={item.onSelect}
            className={`cursor-default rounded px-2 py-1.5 text-sm outline-none data-[highlighted]:bg-ground ${item.grave ? 'text-bad' : ''}`}
          >
            {item.label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)
