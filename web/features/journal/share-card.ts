import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { counted, formatNumber } from '../../../shared/platform/figures.ts'
import { capitalised } from '../../../shared/platform/words.ts'
import { saveFile } from '../../lib/save-file.ts'
import { daysWords, percentWords, profitFactorWords, signedR, strategyWords } from './words.ts'

type Days = Parameters<typeof daysWords>[0]
const mostStrategies = 6

/** What the card says: how trading went, without an amount of money. */
export const cardOf = ({ figures, breakdowns }: Journal, days: Days) => ({
  title: capitalised(daysWords(days) ?? 'all trades'),
  figures: [
    [formatNumber(figures.count), figures.count === 1 ? 'trade' : 'trades'],
    [percentWords(figures.winRate), 'won'],
    [signedR(figures.averageR), 'a trade'],
    [figures.count === 0 ? '–' : profitFactorWords(figures.profitFactor), 'profit factor'],
  ] as const,
  strategies: (breakdowns.strategy ?? [])
    .slice(0, mostStrategies)
    .map(({ key, count, wins, losses, averageR }) => ({
      name: strategyWords(key),
      words: [
        counted(count, 'trade'),
        `${percentWords(wins + losses === 0 ? null : wins / (wins + losses))} won`,
        signedR(averageR),
      ].join(' · '),
    })),
})

const [width, margin, line] = [1080, 64, 64] as const
const font = (size: number, weight = 400) => `${weight} ${size}px Geist, sans-serif`

const drawn = ({ title, figures, strategies }: ReturnType<typeof cardOf>): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  const height = 400 + strategies.length * line
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw')
  const write = (
    text: string,
    x: number,
    y: number,
    look: string,
    colour: string,
    align: CanvasTextAlign = 'left',
  ) => {
    pen.font = look
    pen.fillStyle = colour
    pen.textAlign = align
    pen.fillText(text, x, y, width - 2 * margin)
  }
  const [ink, muted] = ['#16213d', '#5b6478']
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  write(title, margin, 112, font(44, 600), ink)
  for (const [place, [figure, label]] of figures.entries()) {
    const x = margin + (place * (width - 2 * margin)) / figures.length
    write(figure, x, 212, font(52, 600), ink)
    write(label, x, 256, font(28), muted)
  }
  for (const [place, { name, words }] of strategies.entries()) {
    const y = 340 + place * line
    pen.fillStyle = '#e3e7ef'
    pen.fillRect(margin, y - 44, width - 2 * margin, 2)
    write(name.slice(0, 28), margin, y, font(30, 600), ink)
    write(words, width - margin, y, font(28), muted, 'right')
  }
  write('Signalpost', margin, height - 40, font(26, 600), muted)
  return canvas
}

/** Hands the card to the device's own sharing, or saves it if there is none. */
export const shareCard = async (journal: Journal, days: Days): Promise<void> => {
  const card = cardOf(journal, days)
  await document.fonts.ready
  const picture = await new Promise<Blob | null>((resolve) => drawn(card).toBlob(resolve))
  if (!picture) throw new Error('This browser can’t draw')
  const name = 'journal.png'
  const files = [new File([picture], name, { type: 'image/png' })]
  if (!('canShare' in navigator) || !navigator.canShare({ files })) return saveFile(picture, name)
  try {
    await navigator.share({ files, title: card.title })
  } catch (error) {
    // The user closed the device's own dialog.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
