import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Runs a git command in the repository.
 * @returns its output; empty if the command fails or there is no repository
 */
export const git = (...words: string[]): string => {
  // In a copy without its own history, git must not report the history of a repository around the copy.
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

/**
 * A version that `git checkout` accepts, with `-dirty` if files differ from it. Without git, package.json's version.
 */
export const sourceVersion = (): string => {
  const described = git('describe', '--always', '--dirty')
  if (described) return described
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
