import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerEmpty, open, signIn } from '../testing/render.tsx'

const folder = 'web/public'
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as {
  readonly icons: readonly { readonly src: string; readonly purpose?: string }[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
}

it('the manifest names icons that exist, and one of them is maskable', () => {
  for (const { src } of manifest.icons) expect(existsSync(join(folder, src))).toBe(true)
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
})

it('the manifest has a shortcut on the home screen that opens Stop and close', async () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Positions', 'Stop and close', 'Journal'])
  answerEmpty()
  signIn()
  open(manifest.shortcuts[1]!.url)
  expect(await screen.findByRole('dialog', { name: 'Stop and close' })).toBeVisible()
})
