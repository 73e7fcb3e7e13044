import { apiBasePath } from '../../../shared/contract/api-path.ts'
import { endpoints } from '../../lib/endpoints.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { useCopy } from '../../lib/use-copy.ts'

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const WebhookUrl = () => {
  const url = `${location.origin}${apiBasePath}${endpoints.receiveAlert.path}`
  const { copy, copied } = useCopy()
  return (
    <Card
      title="Webhook URL"
      description="This endpoint receives trading signals and executes trades automatically, following your rules. In TradingView, paste it as the Webhook URL on the alert’s Notifications tab."
    >
      <Field
        label="Webhook URL"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        aside={
          <Button
            kind="quiet"
            className="h-10 w-24"
            aria-label={copied ? undefined : 'Copy webhook URL'}
            onClick={() => void copy(url)}
          >
            {copied ? 'Copied!' : 'Copy'}
          </Button>
        }
      />
      {localHosts.has(location.hostname) && (
        <p className="text-sm text-warn">
          TradingView can’t reach localhost. Send alerts with npm run alert -- BUY NASDAQ:AAPL, or deploy
          Signalpost to your AWS account.
        </p>
      )}
    </Card>
  )
}
