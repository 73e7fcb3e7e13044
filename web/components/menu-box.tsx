import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { mainContent } from './main-content.ts'
import { MenuButton, type MenuProps } from './menu-button.tsx'

/** A menu that opens when it is mounted, because the click came before its code. The page behind it stays readable. */
export const MenuBox = ({ label, items }: MenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <MenuButton ref={button} label={label} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainContent()}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-44 rounded-md border border-line bg-panel p-1 shadow-lg"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              onSelect={() => {
                // A dialog returns the focus to its opener, and the entry disappears with the menu.
                button.current?.focus()
                item.onSelect()
              }}
              className={`cursor-default rounded px-2 py-1.5 text-sm outline-none data-[highlighted]:bg-ground ${item.grave ? 'text-bad' : ''}`}
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
