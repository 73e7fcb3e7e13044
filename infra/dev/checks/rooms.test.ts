import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { domains } from '../../../shared/contract/index.ts'
import { root } from '../../stack/lambdas.ts'

const withEndpoints = Object.keys(domains)

/**
 * The domains, including limits. Limits have no endpoints of their own, because they are saved with the settings and
 * read with the account.
 */
const words = [...withEndpoints, 'limits']

const namesAt = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => basename(path, '.ts'))

describe('folders are named after domains', () => {
  it.each([
    ['shared/*/', ['contract', 'csv', 'platform', 'trading']],
    ['functions/*/', ['aws', 'broker', 'handlers', 'http', 'mails', 'trading']],
  ])('%s has only domains and shared rooms', (pattern, kits) => {
    expect(namesAt(pattern).sort()).toEqual([...words, ...kits].sort())
  })

  it.each([
    ['functions/handlers/http/*/', []],
    ['infra/stack/grants/*.ts', ['background', 'grant', 'index']],
    [
      'shared/contract/!(*.test).ts',
      ['answers', 'api-path', 'changes', 'endpoint', 'index', 'json-schema', 'request-wire'],
    ],
  ])('%s has only domains with endpoints', (pattern, kits) => {
    expect(namesAt(pattern).sort()).toEqual([...withEndpoints, ...kits].sort())
  })

  it('web/features/*/ contains only domains and features that belong to several domains', () => {
    const others = [
      'account-strip',
      'ask-first',
      'help',
      'overview',
      'review',
      'session',
      'stop-and-close',
      'theme',
      'trading-pause',
    ]
    const found = namesAt('web/features/*/').filter((name) => !words.includes(name))
    expect(found.sort()).toEqual(others)
  })
})
