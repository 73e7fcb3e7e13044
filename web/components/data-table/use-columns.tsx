import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocalStorage } from 'usehooks-ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { Columns } from './columns.ts'
import { type ColumnChoices, fittingColumns } from './fitting-columns.ts'

/**
 * The columns of a table that fit into a frame, and what chooses others.
 * @param label the table's, under which this browser remembers the choice
 */
export const useColumns = <Row extends object, Frame extends HTMLElement>(
  label: string,
  all: Columns<Row>,
): {
  readonly frame: RefObject<Frame | null>
  readonly columns: Columns<Row>
  readonly chooser: ReactNode
} => {
  const frame = useRef<Frame>(null)
  const [choices, setChoices] = useLocalStorage<ColumnChoices>(`signalpost-columns-${label}`, {})
  const room = useWidth(frame)
  const columns = useMemo(() => fittingColumns(all, choices, room - borders), [all, choices, room])
  const chooser = <ColumnChooser columns={all} shown={columns} choices={choices} onChoose={setChoices} />
  return { frame, columns, chooser }
}

/** Pixels that the borders of the table take from its frame. */
const borders = 2

/** An element's width in pixels, measured before it is first painted; 0 if it has none. */
const useWidth = (of: RefObject<HTMLElement | null>) => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}
