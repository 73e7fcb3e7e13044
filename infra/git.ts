import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What git says about the repository, or nothing if there is no git or no repository. */
export const git = (...words: string[]): string => {
  // A copy without its own history must not answer with that of a repository around it.
  if (!existsSync(join(root, '.git'))) return ''
  try {
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/** What `git checkout` finds again, with `-dirty` if files differ from it; package.json's version without git. */
export const sourceVersion = (): string => {
  const described = git('describe', '--always', '--dirty')
  if (described) return described
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
