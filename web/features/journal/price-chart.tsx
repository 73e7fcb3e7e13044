import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import type { PriceBars } from '../../../shared/journal/price-bars.schema.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'

type Props = { readonly details: TradeDetails; readonly prices: PriceBars }

/** Shifts a time so that the chart's axis shows the reader's local time, because the chart has no time zones. */
const timeOf = (at: number) => (at / 1_000 - new Date(at).getTimezoneOffset() * 60) as UTCTimestamp

/**
 * Draws candles with the entry, the exits, and the stop and limit over time. If the theme changes, it draws them again.
 */
export const PriceChart = ({ details, prices }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!frame.current) return
    const element = frame.current
    let end = draw(element, details, prices)
    const redraw = () => {
      end()
      end = draw(element, details, prices)
    }
    const themes = new MutationObserver(redraw)
    themes.observe(document.documentElement, { attributeFilter: ['class'] })
    return () => {
      themes.disconnect()
      end()
    }
  }, [details, prices])
  // The chart is hidden from screen readers, because the figure also shows its data as a sentence and as a table.
  return <div ref={frame} aria-hidden className="h-72" />
}

const draw = (element: HTMLElement, details: TradeDetails, { bars, length }: PriceBars) => {
  const { trade, moves } = details
  const good = colourOf(element, 'good')
  const bad = colourOf(element, 'bad')
  const ink = colourOf(element, 'ink')
  const line = colourOf(element, 'line')
  const chart = createChart(element, {
    autoSize: true,
    layout: { background: { color: 'transparent' }, textColor: ink, attributionLogo: true },
    localization: { locale: 'en-GB', priceFormatter: levelWords(bars) },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    timeScale: { timeVisible: length !== 'DAY', borderColor: line },
    rightPriceScale: { borderColor: line },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: 'transparent',
    downColor: ink,
    borderColor: ink,
    wickColor: ink,
    priceLineVisible: false,
    lastValueVisible: false,
  })
  candles.setData(bars.map(({ at, ...bar }) => ({ time: timeOf(at), ...bar })))
  const barOf = (at: string) => {
    const bar = bars.findLast((each) => each.at <= Date.parse(at)) ?? bars[0]
    return timeOf(bar?.at ?? Date.parse(at))
  }
  const isBuy = trade.direction === 'BUY'
  createSeriesMarkers(candles, [
    {
      time: barOf(trade.openedAt),
      position: isBuy ? 'belowBar' : 'aboveBar',
      color: ink,
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      text: `Entry ${formatNumber(trade.openLevel)}`,
    },
    ...trade.legs.map((leg) => ({
      time: barOf(leg.closedAt),
      position: isBuy ? ('aboveBar' as const) : ('belowBar' as const),
      color: leg.result < 0 ? bad : good,
      shape: isBuy ? ('arrowDown' as const) : ('arrowUp' as const),
      text: `Exit ${formatNumber(leg.closeLevel)}`,
    })),
  ])
  const last = trade.closedAt ?? new Date(bars.at(-1)?.at ?? 0).toISOString()
  const addLevels = (name: 'stop' | 'limit', title: string, color: string) => {
    // The chart allows one value per bar. If the level moved several times in a bar, the last value is used.
    const points = new Map<UTCTimestamp, number>()
    let level: number | null = null
    for (const move of moves) {
      level = move[name] ?? level
      if (level !== null) points.set(barOf(move.at), level)
    }
    if (level === null) return
    points.set(barOf(last), level)
    chart
      .addSeries(LineSeries, {
        color,
        title,
        lineWidth: 2,
        lineStyle: LineStyle.Dashed,
        lineType: LineType.WithSteps,
        priceLineVisible: false,
        lastValueVisible: true,
        crosshairMarkerVisible: false,
      })
      .setData(
        [...points].map(([time, value]) => ({ time, value })).toSorted((one, other) => one.time - other.time),
      )
  }
  addLevels('stop', 'Stop', bad)
  addLevels('limit', 'Target', good)
  chart.timeScale().fitContent()
  return () => chart.remove()
}

/**
 * Returns a formatter for the levels of one chart, such as "24,520.50". All levels get the same number of decimals: as many
 * as the prices have, and at least two.
 */
export const levelWords = (bars: PriceBars['bars']) => {
  const decimals = bars.map(({ close }) => String(close).split('.')[1]?.length ?? 0)
  const digits = Math.min(5, Math.max(2, ...decimals))
  const figure = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return (level: number) => figure.format(level)
}

/** Converts a theme colour to RGB, because the canvas supports neither custom properties nor oklch. */
const colourOf = (element: HTMLElement, name: string): string => {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return '#888888'
  canvas.fillStyle = getComputedStyle(element).getPropertyValue(`--${name}`) || '#888888'
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `rgb(${[red, green, blue].join(', ')})`
}
