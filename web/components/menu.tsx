import { lazy, Suspense, useState } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'

const MenuBox = lazy(async () => ({ default: (await import('./menu-box.tsx')).MenuBox }))

/** A button that opens a menu with a row's actions. The menu's code is loaded when the user first opens it. */
export const Menu = (props: MenuProps) => {
  const [asked, setAsked] = useState(false)
  const button = <MenuButton label={props.label} onClick={() => setAsked(true)} />
  return asked ? (
    <Suspense fallback={button}>
      <MenuBox {...props} />
    </Suspense>
  ) : (
    button
  )
}
