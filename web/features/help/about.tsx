import { Card } from '../../components/card.tsx'
import { answeredVersion } from '../../lib/answered-version.ts'

export const About = () => (
  <Card title="About">
    <p className="text-sm text-muted">
      Signalpost {answeredVersion()} ·{' '}
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
