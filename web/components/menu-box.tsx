import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { mainContent } from './main-content.ts'
import { MenuButton, type MenuProps } from './menu-button.tsx'

/**
 * A menu that is open from its first render, because its code is loaded when the user clicks the button. It doesn't
 * hide the page from screen readers.
 */
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
                // A dialog returns the focus to the element that had it before. The menu item is gone by then, but the
                // button is not.
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
