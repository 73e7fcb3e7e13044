import { lazy, type ReactNode, Suspense, useState } from 'react'

const PopoverBox = lazy(async () => ({ default: (await import('./popover-box.tsx')).PopoverBox }))

/** The explanation of each trading term. */
const meanings: Readonly<Record<string, string>> = {
  Equity:
    'What the account would hold if everything closed now: its balance plus the profit or loss of open positions.',
  Margin:
    'What IG holds back of your money to keep your positions open, as a share of equity. At 100% it makes a margin call.',
  R: 'The result as a multiple of the initial risk, which is what the first stop would have lost. At +2 R a trade made twice what it risked.',
  Expectancy:
    'The average result of a trade. Above zero, trading on in the same way has made money; in R it compares trades of different sizes.',
  'Profit factor':
    'What all winning trades made, divided by what all losing trades lost. Above 1 the period made money.',
  Drawdown: 'How far the balance fell from the highest it had been until then.',
}

/** The term takes no more space than plain text, but the area to tap is larger. */
const look =
  'relative min-h-0 min-w-0 cursor-help underline decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-1 pointer-coarse:after:-inset-x-3 pointer-coarse:after:-inset-y-3.5'

type Props = {
  readonly name: string
  readonly children?: ReactNode
}

/**
 * A term that shows its explanation when the user presses it or hovers over it. Terms without an explanation are plain
 * text.
 */
export const Term = ({ name, children = name }: Props) => {
  const [asked, setAsked] = useState(false)
  const meaning = meanings[name]
  if (!meaning || children === '–') return children
  const button = (onClick?: () => void) => (
    <button type="button" aria-haspopup="dialog" title={meaning} className={look} onClick={onClick}>
      {children}
    </button>
  )
  return asked ? (
    <Suspense fallback={button()}>
      <PopoverBox label={name} trigger={button()}>
        {meaning}
      </PopoverBox>
    </Suspense>
  ) : (
    button(() => setAsked(true))
  )
}
