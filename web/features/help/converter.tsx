import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { useCopy } from '../../lib/use-copy.ts'
import { convertAlert } from './convert-alert.ts'

/** An alert of another product, put into ours. It is read in the browser and goes nowhere. */
export const Converter = ({ secret }: { readonly secret: string }) => {
  const [pasted, setPasted] = useState('')
  const { copy, copied } = useCopy()
  const converted = pasted.trim() === '' ? null : convertAlert(pasted, secret)
  return (
    <Card
      title="Convert an alert"
      description="Paste an alert from TradersPost, 3Commas, PineConnector or OpenAlgo. It’s converted in your browser and isn’t sent anywhere."
    >
      <TextArea
        label="Alert from another product"
        rows={4}
        value={pasted}
        spellCheck={false}
        onChange={({ target }) => setPasted(target.value)}
      />
      {pasted.trim() !== '' && !converted && (
        <p className="text-sm text-warn">We don’t recognise this as an alert from any of these products.</p>
      )}
      {converted && converted.text !== '' && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm font-medium">Your {converted.product} alert, converted for Signalpost:</p>
            <Button kind="quiet" onClick={() => void copy(converted.text)}>
              {copied ? 'Copied!' : 'Copy converted alert'}
            </Button>
          </div>
          <pre
            aria-label="Converted alert"
            className="rounded-md border border-line bg-ground p-4 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap"
          >
            {converted.text}
          </pre>
        </>
      )}
      {converted && converted.left.length > 0 && (
        <div className="grid gap-1 text-sm">
          <p className="font-medium">Not converted</p>
          <ul className="list-disc pl-5 text-muted">
            {converted.left.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
