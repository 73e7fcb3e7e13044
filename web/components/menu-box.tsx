import { DropdownMenu } from 'radix-ui'
import { MenuButton, type MenuProps } from './menu-button.tsx'

/** Opens as it appears: the click that asked for it was before. */
export const MenuBox = ({ label, items }: MenuProps) => (
  <DropdownMenu.Root defaultOpen>
    <DropdownMenu.Trigger asChild>
      <MenuButton label={label} />
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
