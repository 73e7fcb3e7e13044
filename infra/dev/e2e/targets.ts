import type { Page } from 'playwright-core'

/** Minimum sizes of controls in pixels, for a finger (WCAG 2.5.5) and for a pointer (2.5.8). */
export const leastTarget = { touch: 44, mouse: 24 } as const

/**
 * Emulates a touch screen.
 * @returns a function that ends the emulation
 */
export const haveTouch = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const setEnabled = (enabled: boolean) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 5 })
  await setEnabled(true)
  return () => setEnabled(false)
}

/**
 * Lists the controls that can be pressed on fewer than `least` pixels in width or height, with their sizes. Sizes are
 * measured by hit tests along the two lines through the middle of a control, including its label. Links inside a sentence
 * are exempt, as in WCAG 2.5.8. Make the window as tall as the page, because parts far down load late.
 */
export const smallTargets = (page: Page, least: number) =>
  page.evaluate((size) => {
    const front = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
    const controls = [
      ...front.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=option], [role^=menuitem], [role=tab]',
      ),
    ].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.matches(':disabled, [aria-disabled=true]') &&
        !control.closest('[aria-hidden=true], [inert]'),
    )
    const words = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ').trim()
    const isInSentence = (control: HTMLElement) => {
      const around =
        control.closest('p, li, dd, td, [role=alert], [role=status], label, h1, h2, h3') ?? control
      return getComputedStyle(control).display === 'inline' && words(around) !== words(control)
    }
    // Toasts and fixed alerts disappear, so a control below them can be pressed afterwards.
    const over = [...document.querySelectorAll<HTMLElement>('[data-sonner-toaster], [role=alert].fixed')]
    const problems = controls.flatMap((control) => {
      for (const element of over) element.style.visibility = element.contains(control) ? '' : 'hidden'
      const target = control.closest('label') ?? control
      // Clipped controls are for screen readers, or show when they have the focus.
      const isClipped = getComputedStyle(target).clipPath !== 'none'
      // A scrolling list may hide the control.
      target.scrollIntoView({ block: 'center', inline: 'nearest' })
      // A link that breaks into lines is measured by its first line.
      const [box] = target.getClientRects()
      if (!box || isClipped) return []
      const x = (box.left + box.right) / 2
      const y = (box.top + box.bottom) / 2
      const isHit = (right: number, down: number) =>
        target.contains(document.elementFromPoint(x + right, y + down))
      const reach = (right: number, down: number) => {
        let pixels = 0
        while (pixels < size && isHit(right * (pixels + 0.5), down * (pixels + 0.5))) pixels += 1
        return pixels
      }
      const width = reach(-1, 0) + reach(1, 0)
      const height = reach(0, -1) + reach(0, 1)
      if ((width >= size && height >= size) || isInSentence(control)) return []
      const name = control.getAttribute('aria-label') ?? words(target).slice(0, 40)
      return [`${control.localName} “${name}”: ${width} × ${height}`]
    })
    for (const element of over) element.style.visibility = ''
    return [...new Set(problems)]
  }, least)
