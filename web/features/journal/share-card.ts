import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { capitalised } from '../../../shared/platform/words.ts'
import { saveFile } from '../../lib/save-file.ts'
import {
  daysWords,
  percentWords,
  profitFactorWords,
  signedR,
  strategyWords,
} from '../../lib/journal-words.ts'

type Days = Parameters<typeof daysWords>[0]

/** Returns the lines of text on the card. They contain no amount of money. */
export const cardOf = ({ figures, breakdowns }: Journal, days: Days): readonly string[] => [
  capitalised(daysWords(days) ?? 'all trades'),
  `${counted(figures.count, 'trade')} · ${percentWords(figures.winRate)} won · ${signedR(figures.averageR)} a trade`,
  `Profit factor: ${figures.count === 0 ? '–' : profitFactorWords(figures.profitFactor)}`,
  ...(breakdowns.strategy ?? []).map(
    ({ key, count, wins, losses, averageR }) =>
      `${strategyWords(key)}: ${counted(count, 'trade')} · ${percentWords(wins + losses === 0 ? null : wins / (wins + losses))} won · ${signedR(averageR)}`,
  ),
  'Signalpost',
]

const [width, margin, line] = [1080, 64, 64] as const

const drawn = (card: readonly string[]): HTMLCanvasElement => {
  const canvas = Object.assign(document.createElement('canvas'), {
    width,
    height: 2 * margin + card.length * line,
  })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, canvas.height)
  pen.fillStyle = '#16213d'
  for (const [place, text] of card.entries()) {
    pen.font = place === 0 ? '600 44px Geist, sans-serif' : `${place < 3 ? 600 : 400} 32px Geist, sans-serif`
    pen.fillText(text, margin, margin + (place + 0.7) * line, width - 2 * margin)
  }
  return canvas
}

/** Opens the device's share dialog with the card, or saves the card if the device cannot share. */
export const shareCard = async (journal: Journal, days: Days): Promise<void> => {
  await document.fonts.ready
  const card = drawn(cardOf(journal, days))
  const picture = await new Promise<Blob | null>((resolve) => card.toBlob(resolve))
  if (!picture) throw new Error('This browser can’t draw')
  const name = 'journal.png'
  const files = [new File([picture], name, { type: 'image/png' })]
  if (!('canShare' in navigator) || !navigator.canShare({ files })) return saveFile(picture, name)
  // The user may cancel the share dialog, which is not an error.
  await navigator.share({ files }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}
