import { aboutRule, tracedRules } from '../../../shared/trading/model/rule-names.ts'
import { capitalised } from '../../../shared/platform/words.ts'
import { Card } from '../../components/card.tsx'
import { guideSections, ruleMeanings } from './guide-words.ts'

/** The trader's guide: from the first login to a refusal and its fix. */
export const Guide = () => (
  <>
    {guideSections.map(({ title, steps }) => (
      <Card key={title} title={title}>
        <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted">
          {steps.map((step) => (
            <li key={step}>{step.replaceAll('`', '')}</li>
          ))}
        </ol>
      </Card>
    ))}
    <Card
      title="What each rule means"
      description="Rules are checked in this order. The first rule that refuses an alert ends it."
    >
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[11rem_1fr]">
        {tracedRules.map((rule) => (
          <div key={rule} className="contents">
            <dt className="font-medium">{capitalised(aboutRule[rule].label)}</dt>
            <dd className="text-muted max-sm:pb-2">{ruleMeanings[rule]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  </>
)
