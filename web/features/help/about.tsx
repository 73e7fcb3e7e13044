import { version } from '../../../package.json'
import { Card } from '../../components/card.tsx'

export const About = () => (
  <Card title="About">
    <p className="text-sm text-muted">
      Signalpost {version} ·{' '}
      <a
        href="/openapi.json"
        target="_blank"
        rel="noreferrer"
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        API description (OpenAPI)
      </a>
    </p>
  </Card>
)
