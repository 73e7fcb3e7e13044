import type { Page } from 'playwright-core'

/** Minimum width and height of controls in pixels: for a finger (WCAG 2.5.5) and for a mouse pointer (WCAG 2.5.8). */
export const leastTarget = { touch: 44, mouse: 24 } as const

/**
 * Starts to emulate a touch screen.
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
 * Lists controls whose width or height is less than `least` pixels, with their sizes. The size is measured with hit
 * tests along the two lines through the middle of the control and its label. Links within a sentence are exempt, as in
 * WCAG 2.5.8. The window should be as tall as the page, because lower parts load late.
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
    // Toasts and fixed alerts are ignored, because they disappear and the control below them can then be pressed.
    const over = [...document.querySelectorAll<HTMLElement>('[data-sonner-toaster], [role=alert].fixed')]
    const problems = controls.flatMap((control) => {
      for (const element of over) element.style.visibility = element.contains(control) ? '' : 'hidden'
      const target = control.closest('label') ?? control
      // Clipped controls are for screen readers, or become visible when they have the focus.
      const isClipped = getComputedStyle(target).clipPath !== 'none'
      // The control is scrolled into view, because a list may hide it.
      target.scrollIntoView({ block: 'center', inline: 'nearest' })
      // If a link is broken into several lines, its first line is measured.
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
