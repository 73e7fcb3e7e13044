import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type SceneName, scenes } from './scenes.ts'
import { type Kind, texts } from './texts.ts'
import { useStages } from './use-stages.ts'

const { browser, openStage } = await useStages()

const roles = {
  heading: 'heading',
  button: 'button',
  link: 'link',
  column: 'columnheader',
  menuitem: 'menuitem',
  switch: 'switch',
} as const

const find = (page: Page, kind: Kind, text: string): Locator => {
  switch (kind) {
    case 'text':
      return page.getByText(text, { exact: true })
    case 'part':
      return page.getByText(text)
    case 'label':
      return page.getByLabel(text, { exact: true })
    case 'placeholder':
      return page.getByPlaceholder(text, { exact: true })
    case 'option':
      return page.locator('option', { hasText: new RegExp(`^${text}$`) })
    default:
      return page.getByRole(roles[kind], { name: text, exact: true })
  }
}

/** Whether a text is on the page. An option of a closed select counts although it is not visible. */
const isThere = (page: Page, kind: Kind, text: string) =>
  find(page, kind, text)
    .locator(kind === 'option' ? 'nth=0' : 'visible=true')
    .first()
    .waitFor({ state: kind === 'option' ? 'attached' : 'visible' })
    .then(
      () => true,
      () => false,
    )

describe.skipIf(!browser)('the specification’s texts', () => {
  it.each(Object.keys(scenes) as SceneName[])('are shown in the state “%s”', async (name) => {
    const stage = await openStage()
    try {
      // The window is wide enough for every column of every table.
      await stage.page.setViewportSize({ width: 2560, height: 1300 })
      await scenes[name](stage)
      const found = await Promise.all(
        texts[name].map(async ([section, kind, text]) => ({
          text: `${section} ${kind} ${text}`,
          there: await isThere(stage.page, kind, text),
        })),
      )
      expect(found.filter(({ there }) => !there).map(({ text }) => text)).toEqual([])
    } finally {
      await stage.close()
    }
  })
})
