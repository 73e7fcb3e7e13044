import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** The lines of the document that set completion up, a shell each. */
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

/** In a folder that is not the checkout, with a profile of its own. */
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

  it('the documented line makes bash complete npx by the function of the script', () => {
    expect(run('bash', ['-ic', 'complete -p npx'])).toContain('-F _signalpost npx')
  })

  it.each([
    [['signalpost', 'lo'], 'login logout log'],
    [['signalpost', 'log', '--outcome', 'RE'], 'REFUSED REJECTED'],
    [['signalpost', 'log', '--fol'], '--follow'],
    [['signalpost', 'xyz'], ''],
    [['sig'], ''],
    [['other', 'lo'], ''],
  ])('npx %j is completed by "%s"', (words, expected) => {
    expect(completed(...words)).toBe(expected)
  })
})

describe.skipIf(!isInstalled('zsh'))('in zsh (skipped if zsh is not installed)', () => {
  it('the Tab key completes npx signalpost posi to npx signalpost positions', () => {
    run('zsh', ['-fc', documented('.zshrc')], checkout)
    appendFileSync(join(home, '.zshrc'), "PS1='ready> '\n")
    // Keys that are pressed before the prompt do not reach the line editor. Control A goes to the start of the line.
    const typed = [
      'zmodload zsh/zpty',
      'zpty shell "zsh -i"',
      "zpty -r shell prompt '*ready> *'",
      String.raw`zpty -w -n shell $'npx signalpost posi\t\x01echo completed: \nexit\n'`,
      'while zpty -r shell shown; do print -rn -- "$shown"; done',
    ]
    expect(run('zsh', ['-fc', typed.join('\n')])).toMatch(/^completed: npx signalpost positions\s*$/m)
  })
})
