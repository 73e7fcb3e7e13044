import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** Returns the line of docs/api.md that sets up completion in a shell's profile file. */
const documented = (profile: string) => {
  const line = readFileSync(join(checkout, 'docs/api.md'), 'utf8')
    .split('\n')
    .find((each) => each.includes(`>> ~/${profile}`))
  if (line === undefined) throw new Error(`docs/api.md does not say how ~/${profile} gets completion`)
  return line.trim()
}

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'signalpost-home-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Runs a shell in a folder outside the checkout, with a profile of its own. */
const run = (shell: string, args: readonly string[], cwd = home) => {
  const env = { ...process.env, HOME: home, ZDOTDIR: home, TERM: 'dumb' }
  return execFileSync(shell, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

describe.skipIf(!isInstalled('bash'))('in bash (skipped if bash is not installed)', () => {
  beforeAll(() => run('bash', ['-c', documented('.bashrc')], checkout))

  const completed = (...words: string[]) => {
    const script = 'COMP_WORDS=(npx "$@"); COMP_CWORD=$#; _signalpost; echo "${COMPREPLY[@]}"'
    return run('bash', ['-ic', script, 'bash', ...words]).trim()
  }

  it('uses the function _signalpost to complete npx commands', () => {
    expect(run('bash', ['-ic', 'complete -p npx'])).toContain('-F _signalpost npx')
  })

  it.each([
    [['signalpost', 'lo'], 'login logout log'],
    [['signalpost', 'log', '--outcome', 'RE'], 'REFUSED REJECTED'],
    [['signalpost', 'log', '--fol'], '--follow'],
    [['signalpost', 'xyz'], ''],
    [['sig'], ''],
    [['other', 'lo'], ''],
  ])('completes npx %j with "%s"', (words, expected) => {
    expect(completed(...words)).toBe(expected)
  })
})

describe.skipIf(!isInstalled('zsh'))('in zsh (skipped if zsh is not installed)', () => {
  beforeAll(() => run('zsh', ['-fc', documented('.zshrc')], checkout))

  /** Lists the words that the zsh function offers for npx. A stub replaces `compadd` and keeps the words that match. */
  const offered = (...words: string[]) => {
    const script = [
      'source ~/.zshrc',
      'compadd() { print -rl -- "$@" }',
      '_default() { }',
      'words=(npx "$@") CURRENT=$(( $# + 1 ))',
      'eval $_comps[npx] || true',
    ]
    return run('zsh', ['-fc', script.join('\n'), 'zsh', ...words]).split('\n')
  }

  it.each([
    [['signalpost', 'posi'], 'positions'],
    [['signalpost', 'log', '--outcome', 'RE'], 'REFUSED'],
    [['signalpost', 'log', '--fol'], '--follow'],
  ])('offers for npx %j "%s"', (words, expected) => {
    expect(offered(...words)).toContain(expected)
  })

  it('offers nothing for another npx command', () => {
    expect(offered('other', 'posi')).not.toContain('positions')
  })
})
