import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { Segments } from '../../components/segments.tsx'
import { Verbatim } from '../../components/verbatim.tsx'

/** JSON with a field a line; null if the text is no JSON. */
const prettyOf = (text: string): string | null => {
  try {
    const indented = JSON.stringify(JSON.parse(text), null, 2)
    // A list of figures is read across.
    return indented.replace(
      /\[\n\s+([^[\]{}]+?)\n\s+\]/g,
      (_, items: string) => `[${items.replace(/\n\s+/g, ' ')}]`,
    )
  } catch {
    return null
  }
}

/** The alert’s text with its secret hidden: with a field a line, or as it came. */
export const AlertText = ({ text }: { readonly text: string }) => {
  const [view, setView] = useState<'pretty' | 'raw'>('pretty')
  const pretty = prettyOf(text)
  const shown = (view === 'pretty' && pretty) || text
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {pretty === null ? (
          <span className="text-muted">As received</span>
        ) : (
          <fieldset role="radiogroup">
            <legend className="sr-only">View of the text</legend>
            <Segments
              value={view}
              onChange={setView}
              options={[
                { value: 'pretty', label: 'Pretty' },
                { value: 'raw', label: 'Raw' },
              ]}
            />
          </fieldset>
        )}
        <CopyButton text={shown} label="Copy the alert’s text" />
      </div>
      <Verbatim label="The alert as received" text={shown} />
    </div>
  )
}
