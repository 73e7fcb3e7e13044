import { riskWords } from '../../shared/accounts/risk.ts'

export const RiskWords = () => (
  <div className="grid gap-2 text-sm">
    {riskWords.paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <p className="text-xs text-muted">Version {riskWords.version}</p>
  </div>
)
