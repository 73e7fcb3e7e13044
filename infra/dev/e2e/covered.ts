import type { Page } from 'playwright-core'
import { settle } from './settle.ts'

/** Widths and heights of phones, tablets, laptops and large screens. */
export const sizes = [
  [320, 700],
  [360, 740],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1366, 650],
  [1920, 1080],
  [2560, 1300],
] as const

/**
 * Makes the window as tall as the page. This is repeated, because parts that come into view may load and make the page
 * taller.
 */
export const showWhole = async (page: Page, width: number, least = 900) => {
  let height = least
  for (const _look of [1, 2, 3]) {
    await page.setViewportSize({ width, height })
    await settle(page)
    height = Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight))
  }
}

/** Finds texts that are cut off and have no title with the full text. For a select, the chosen option is checked. */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const looks = ['font-family', 'font-size', 'font-weight', 'font-variant', 'letter-spacing'] as const
    const cutSelects = [...document.querySelectorAll('select')].flatMap((select) => {
      const look = getComputedStyle(select)
      const text = select.selectedOptions[0]?.text ?? ''
      const ruler = document.body.appendChild(document.createElement('span'))
      for (const name of looks) ruler.style.setProperty(name, look.getPropertyValue(name))
      ruler.style.cssText += 'position: fixed; white-space: pre'
      ruler.textContent = text
      const room =
        select.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight)
      const isCut = select.checkVisibility() && ruler.getBoundingClientRect().width > room + 1
      ruler.remove()
      return isCut ? [`select: ${text}`] : []
    })
    const cut = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, textOverflow, position } = getComputedStyle(element)
        const isCut = element.scrollWidth > element.clientWidth + 1 && overflowX === 'hidden'
        const isHidden = element.clientWidth <= 1 || position === 'fixed' || !element.checkVisibility()
        return (
          isCut &&
          !isHidden &&
          (textOverflow === 'ellipsis' || element.matches('td, th')) &&
          !element.closest('[title]')
        )
      })
      .map((element) => `${element.tagName.toLowerCase()}: ${element.textContent}`)
    return [...cutSelects, ...cut]
  })

/**
 * Finds figures and buttons that are partly outside the view, cut off, or covered by something sticky. The window must
 * be as tall as the page, because anything that is scrolled out of view is reported too.
 */
export const coveredFigures = (page: Page) =>
  page.evaluate(() => {
    // If a dialog is open, only the dialog is checked, because it may cover the page.
    const front = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
    const isFigure = /^[−+]?[£$€]?\d[\d,.]*\s?(%|R|ms|s|min|h|points?)?$/
    /** Returns the visible part of an element. A scrolling list may hide the rest. */
    const seenOf = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect()
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue
        const box = around.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
      return { left, right, top, bottom }
    }
    const buttons = [...front.querySelectorAll('button, a.button')]
      .filter((button) => button.checkVisibility())
      .map((button) => ({ button, box: seenOf(button) }))
    const texts = document.createTreeWalker(front, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    // Toasts and alerts may cover other elements, because they disappear or must be seen first.
    const isStuck = (element: Element) =>
      ['sticky', 'fixed'].includes(getComputedStyle(element).position) &&
      !element.closest('[data-sonner-toaster], [role=alert]')
    const problemOf = (owner: Element, { left, right, top, bottom }: DOMRect) => {
      if (left < -1 || right > innerWidth + 1) return 'leaves the view'
      for (
        let around: Element | null = owner;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const box = around.getBoundingClientRect()
        const isClipped = getComputedStyle(around).overflowX !== 'visible'
        if (isClipped && (left < box.left - 1 || right > box.right + 1)) return 'is cut off'
        // An element that is completely hidden does not count as cut off.
        const isSeen = top < box.bottom - 1 && bottom > box.top + 1
        if (isClipped && !isSeen) return null
        if (getComputedStyle(around).overflowY === 'hidden' && (top < box.top - 1 || bottom > box.bottom + 1))
          return 'is cut off'
      }
      // A button may contain a whole figure, for example to open its details.
      for (const { button, box } of buttons) {
        const meets =
          left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1
        const isInside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom
        if (meets && !isInside && !button.contains(owner) && !isStuck(button)) return 'runs into a button'
      }
      for (const x of [left + 1, right - 1])
        for (let over = document.elementFromPoint(x, (top + bottom) / 2); over; over = over.parentElement)
          if (isStuck(over) && !over.contains(owner)) return 'is covered'
      return null
    }
    /** Texts in the page header, where space is limited. */
    const inHeader: { readonly words: string; readonly box: DOMRect }[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement
      const words = text.textContent?.trim() ?? ''
      if (owner?.closest('header.sticky') && words !== '' && owner.getBoundingClientRect().width > 1) {
        const range = document.createRange()
        range.selectNodeContents(text)
        const box = range.getBoundingClientRect()
        for (const other of inHeader)
          if (
            box.left < other.box.right - 1 &&
            box.right > other.box.left + 1 &&
            box.top < other.box.bottom - 1 &&
            box.bottom > other.box.top + 1
          )
            found.push(`${words} runs into ${other.words}`)
        inHeader.push({ words, box })
      }
      const isButton = owner?.closest('button, a.button, .rounded-full') !== null
      if (!owner || words === '' || !(isButton || isFigure.test(words))) continue
      if (!owner.checkVisibility() || owner.closest('[aria-hidden=true]')) continue
      // An element of this width is only for screen readers.
      if (owner.getBoundingClientRect().width <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
      if (isFigure.test(words) && rects.length > 1) found.push(`${words} is broken into lines`)
      for (const rect of rects) {
        const problem = problemOf(owner, rect)
        if (problem) found.push(`${words} ${problem}`)
      }
    }
    return found
  })
