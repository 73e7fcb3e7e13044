import { expect, it } from 'vitest'
import { isWeakSecret, makeWebhookSecret } from './webhook-secret.ts'

it('never creates a secret that saving would refuse', () => {
  const drawn = ['qwErtyUiopAsdfghJklzxCvbnmQwerty', 'q7ErtyUiopAsdfghJklz_CvbnmQwerty']
  expect(drawn.map(isWeakSecret)).toEqual([true, false])
  expect(makeWebhookSecret(() => drawn.shift() as string)).toBe('q7ErtyUiopAsdfghJklz_CvbnmQwerty')
})

it('judges a long secret of letters in linear time, where a backtracking pattern would never end', () => {
  expect(isWeakSecret(`${'abcdefghijklmnopqrstuvwxyz'.repeat(40)}9a`)).toBe(false)
})
