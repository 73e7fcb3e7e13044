import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocalStorage } from 'usehooks-ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { Columns } from './columns.ts'
import { type ColumnChoices, fittingColumns } from './fitting-columns.ts'

/**
 * The columns of a table that fit into a frame, and a button to choose other columns.
 * @param label the table's label, under which this browser stores the choice
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

/** Width of the table's borders in pixels. */
const borders = 2

/** An element's width in pixels, measured before the first paint; 0 if unknown. */
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
