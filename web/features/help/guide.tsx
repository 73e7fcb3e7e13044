import text from '../../../docs/guide.md?raw'
import { Card } from '../../components/card.tsx'

/** The sections of `docs/guide.md`, each with a title and its steps or rules. */
const parts = text.split('\n## ').slice(1)
const titleOf = (part: string) => part.split('\n', 1).join()
const listOf = (part: string) =>
  [...part.replaceAll('`', '').matchAll(/^(?:\d+\.|-) (.*)$/gm)].map(([, line = '']) => line)

/** Shows the trader's guide, from the first login to fixing a refusal. */
export const Guide = () => (
  <>
    {parts.slice(0, -1).map((part) => (
      <Card key={part} title={titleOf(part)}>
        <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted">
          {listOf(part).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
    ))}
    <Card
      title="What each rule means"
      description="Rules are checked in this order. The first rule that refuses an alert ends it."
    >
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[11rem_1fr]">
        {parts
          .slice(-1)
          .flatMap(listOf)
          .map((rule) => (
            <div key={rule} className="contents">
              <dt className="font-medium">{/\*\*(.*)\.\*\*/.exec(rule)?.[1]}</dt>
              <dd className="text-muted max-sm:pb-2">{rule.replace(/^.*\*\* /, '')}</dd>
            </div>
          ))}
      </dl>
    </Card>
  </>
)
