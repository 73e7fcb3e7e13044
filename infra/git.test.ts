import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { git, sourceVersion } from './git.ts'
import { root } from './stack/lambdas.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

it('the deployed version names a commit, or is the version of package.json if git names no commit', () => {
  const named = sourceVersion().replace(/-dirty$/, '')
  const head = git('rev-parse', 'HEAD')
  if (head) expect(git('rev-parse', `${named}^{commit}`)).toBe(head)
  else expect(named).toBe(version)
})
