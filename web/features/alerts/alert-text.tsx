import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { Segments } from '../../components/segments.tsx'
import { Verbatim } from '../../components/verbatim.tsx'

/** Formats JSON with one field per line and each array of numbers on one line. Returns other text unchanged. */
const prettyOf = (text: string): string => {
  try {
    const list = /\[\n\s+([^[\]{}]+?)\n\s+\]/g
    const indented = JSON.stringify(JSON.parse(text), null, 2)
    return indented.replace(list, (_, items: string) => `[${items.replace(/\n\s+/g, ' ')}]`)
  } catch {
    return text
  }
}

const views = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
] as const

/** Shows the alert’s text with its secret masked, either formatted or as received. */
export const AlertText = ({ text }: { readonly text: string }) => {
  const [view, setView] = useState<'pretty' | 'raw'>('pretty')
  const shown = view === 'pretty' ? prettyOf(text) : text
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <fieldset role="radiogroup">
          <legend className="sr-only">View of the text</legend>
          <Segments value={view} onChange={setView} options={views} />
        </fieldset>
        <CopyButton
          text={shown}
          label="Copy the alert’s text"
          kind="bare"
          className="h-8 pointer-coarse:h-11"
        />
      </div>
      <Verbatim label="The alert as received" text={shown} />
    </div>
  )
}
