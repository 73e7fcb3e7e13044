import { useState } from 'react'
import { Verbatim } from '../../components/verbatim.tsx'
import { Card } from '../../components/card.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { convertAlert } from './convert-alert.ts'
import { CopyAlert } from './copy-alert.tsx'

type Props = {
  readonly secret: string
  /** Replaces the mask with the LIVE secret; undefined if nothing is masked. */
  readonly onShow: (() => void) | undefined
}

/** Converts an alert for another product. The conversion runs in the browser and sends nothing. */
export const Converter = ({ secret, onShow }: Props) => {
  const [pasted, setPasted] = useState('')
  const converted = pasted.trim() === '' ? null : convertAlert(pasted, secret)
  return (
    <Card
      title="Convert an alert"
      description="Paste an alert from TradersPost, 3Commas, PineConnector, OpenAlgo, PickMyTrade, AlgoWay, Altrady, OctoBot, CrossTrade, Autoview, TVH or another product. It’s converted in your browser and isn’t sent anywhere."
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
            <CopyAlert text={converted.text} label="Copy converted alert" onShow={onShow} />
          </div>
          <Verbatim label="Converted alert" text={converted.text} />
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
