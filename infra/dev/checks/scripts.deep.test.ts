import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const run = (script: string, ...options: readonly string[]) => {
  const [, ...words] = (scripts[script] as string).split(' ')
  return spawnSync(process.execPath, [...words, ...options], { cwd: root, encoding: 'utf8' })
}

describe('a script with wrong arguments', () => {
  it.each([
    ['start', ['--frsh'], '--frsh'],
    ['alert', ['BUY', 'NASDAQ:AAPL', '--prise', '3'], '--prise'],
    ['alert', ['BUY'], 'npm run alert -- BUY NASDAQ:AAPL'],
    ['operate', [], 'Choose from: backup, restore'],
    ['operate', ['bakup'], "Unknown command 'bakup'"],
    ['operate', ['backup', '--to', 'file'], '--public-key'],
    ['operate', ['cost', '--user', '3'], '--user'],
    ['operate', ['cost', '--users', '-3'], '--users'],
    ['lint', ['oxlnt'], "Unknown check 'oxlnt'"],
    ['bench', ['clocks'], "Unknown part 'clocks'. Choose from: counts, data"],
    ['bench', ['counts', '--publish'], '--publish'],
    ['bench', ['counts', '--quick'], '--quick'],
    ['screenshots', ['light'], "Unknown look 'light'. Choose from: light-360, dark-360"],
    ['simulate', ['--mutant'], '--mutant'],
    ['simulate', ['--seeds', 'abc'], "--seeds must be a whole number of at least 1, not 'abc'"],
    ['simulate', ['--seeds', '0'], "not '0'"],
    ['simulate', ['--from', '1.5'], "--from must be a whole number of at least 1, not '1.5'"],
  ])('names the error in one line and does nothing else: npm run %s %j', (script, options, named) => {
    const { status, stdout, stderr } = run(script, ...options)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(named)])
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})

describe('--help', () => {
  const commands = Object.keys(scripts).filter((name) => /^node .*infra\//.test(scripts[name] as string))
  it.each(commands)('makes npm run %s print its help and do nothing else', (script) => {
    const { status, stdout, stderr } = run(script, '--help')
    expect(stdout).toMatch(new RegExp(`^npm (run )?${script}\\b`))
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
