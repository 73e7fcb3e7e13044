import { CopyButton } from '../../components/copy-button.tsx'
import { apiBasePath } from '../../../shared/contract/api-path.ts'
import { endpoints } from '../../lib/endpoints.ts'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const WebhookUrl = () => {
  const url = `${location.origin}${apiBasePath}${endpoints.receiveAlert.path}`
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
        aside={<CopyButton text={url} label="Copy webhook URL" className="h-10 w-24" />}
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
