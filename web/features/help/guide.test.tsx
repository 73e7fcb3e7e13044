import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { capitalised } from '../../../shared/platform/words.ts'
import { aboutRule, tracedRules } from '../../../shared/trading/model/rule-names.ts'
import { Guide } from './guide.tsx'

it('the guide explains every rule, in the order in which rules are checked', () => {
  render(<Guide />)
  const rules = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(rules).toEqual(tracedRules.map((rule) => capitalised(aboutRule[rule].label)))
  for (const meaning of screen.getAllByRole('definition')) expect(meaning).toHaveTextContent(/^[A-Z].*\.$/)
})

it('the guide shows every section of docs/guide.md with its steps, without Markdown characters', () => {
  const { container } = render(<Guide />)
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(titles).toEqual([
    'Connect to IG',
    'Add instruments',
    'Set stop and target',
    'Send an alert',
    'Read a refusal',
    'Check that every alert arrived',
    'Pause, stop and close',
    'Compare a backtest with live',
    'What each rule means',
  ])
  for (const list of screen.getAllByRole('list'))
    expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(2)
  expect(container.textContent).not.toMatch(/[`*#]/)
})
