import { expect, it } from 'vitest'
import { isWeakSecret, makeWebhookSecret } from './webhook-secret.ts'

it('makeWebhookSecret creates only secrets that can be saved', () => {
  const drawn = ['qwErtyUiopAsdfghJklzxCvbnmQwerty', 'q7ErtyUiopAsdfghJklz_CvbnmQwerty']
  expect(drawn.map(isWeakSecret)).toEqual([true, false])
  expect(makeWebhookSecret(() => drawn.shift() as string)).toBe('q7ErtyUiopAsdfghJklz_CvbnmQwerty')
})

it('isWeakSecret checks a long secret in linear time', () => {
  expect(isWeakSecret(`${'abcdefghijklmnopqrstuvwxyz'.repeat(40)}9a`)).toBe(false)
})
