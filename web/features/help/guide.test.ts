import { expect, it } from 'vitest'
import { capitalised } from '../../../shared/platform/words.ts'
import { aboutRule, tracedRules } from '../../../shared/trading/model/rule-names.ts'
import { guideSections, ruleMeanings } from './guide-words.ts'

/** `npx vitest run -u` writes `docs/guide.md` again. */
it('writes docs/guide.md from what Help shows', async () => {
  const sections = guideSections.flatMap(({ title, steps }) => [
    `## ${title}\n`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
    '',
  ])
  const rules = tracedRules.map(
    (rule) => `- **${capitalised(aboutRule[rule].label)}.** ${ruleMeanings[rule]}`,
  )
  const page = [
    '# A trader’s guide',
    '',
    'From the first login to a refusal and its fix. [alerts.md](alerts.md) has every field of an alert. **Help** shows this page too.',
    '',
    ...sections,
    '## What each rule means\n',
    'Rules are checked in this order. The first rule that refuses an alert ends it.\n',
    ...rules,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../docs/guide.md')
})
