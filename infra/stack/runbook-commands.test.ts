import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { commandsInRunbook, runbook } from '../dev/testing/runbook.ts'
import { synthesizeEmpty } from '../deploy/synthesize.ts'
import { root } from './lambdas.ts'

const { template } = synthesizeEmpty({ mail: 'operator@example.com' })
const [, shell = ''] = /In a shell, first define:\n\n((?: {4}.*\n)+)/.exec(runbook) ?? []

/**
 * The AWS CLI calls in the runbook, with the options that they need, the options that they may have, and the number of
 * their positional arguments.
 */
const awsCalls: Readonly<
  Record<string, { readonly needs?: string; readonly takes?: string; readonly words?: number }>
> = {
  'cloudformation list-stack-resources': { needs: '--stack-name' },
  'cloudformation describe-stack-events': { needs: '--stack-name' },
  'cloudformation continue-update-rollback': { needs: '--stack-name', takes: '--resources-to-skip' },
  'dynamodb get-item': { needs: '--table-name --key' },
  'dynamodb delete-item': { needs: '--table-name --key' },
  'lambda get-account-settings': {},
  // The positional argument is the output file. Version 2 of the AWS CLI needs a payload in base64; version 1 does not.
  'lambda invoke': { needs: '--function-name', words: 1 },
  'lambda list-event-source-mappings': { takes: '--function-name' },
  'lambda update-event-source-mapping': { needs: '--uuid', takes: '--enabled --no-enabled' },
  'logs describe-log-groups': {},
  // The positional argument is the log group.
  'logs tail': { takes: '--since --filter-pattern', words: 1 },
  'scheduler list-schedules': {},
  'scheduler get-schedule': { needs: '--name' },
  'scheduler update-schedule': { takes: '--cli-input-json' },
  'secretsmanager get-secret-value': { needs: '--secret-id', takes: '--version-stage' },
}
const ofAnyCall = ['--query', '--output', '--region']
const withoutValue = new Set(['--enabled', '--no-enabled'])

/** Errors in a call; empty if the AWS CLI accepts it. */
const faultsOf = (call: readonly string[]): readonly string[] => {
  const known = awsCalls[call.slice(0, 2).join(' ')]
  if (!known) return ['is not known here']
  const needs = known.needs?.split(' ') ?? []
  const takes = [...needs, ...(known.takes?.split(' ') ?? []), ...ofAnyCall]
  const given = new Map<string, string>()
  const words: string[] = []
  const rest = call.slice(2)
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string
    if (!word.startsWith('--')) words.push(word)
    else if (withoutValue.has(word)) given.set(word, 'yes')
    else given.set(word, rest[(at += 1)] ?? '')
  }
  return [
    ...needs.filter((option) => !given.has(option)).map((option) => `lacks ${option}`),
    ...[...given.keys()].filter((option) => !takes.includes(option)).map((option) => `has no ${option}`),
    ...[...given].filter(([, value]) => value === '').map(([option]) => `has an empty ${option}`),
    ...(words.length === (known.words ?? 0) && !words.includes('') ? [] : [`has ${words.length} words`]),
  ]
}

describe('the commands in the runbook', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-runbook-'))
  const noted = join(folder, 'calls')

  beforeAll(() => {
    const resources = Object.entries(template.Resources).map(([id, { Type }]) => `${Type} ${id}`)
    writeFileSync(join(folder, 'resources'), `${resources.join('\n')}\n`)
    const program = (name: string, does: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`)
      chmodSync(join(folder, name), 0o700)
    }
    // The fake `aws` writes each call in one step, because the runbook's `search` makes several calls in parallel. It
    // responds with the template's resources.
    program(
      'aws',
      `call=$(printf '%s\\037' "$@"); printf '%s\\036' "$call" >>${noted}
case "$2" in
  list-stack-resources)
    type=$(printf %s "$*" | sed "s/.*ResourceType=='\\([^']*\\)'.*/\\1/")
    part=$(printf %s "$*" | sed "s/.*contains(LogicalResourceId,'\\([^']*\\)').*/\\1/")
    grep "^$type .*$part" ${join(folder, 'resources')} | cut -d' ' -f2 | tr '\\n' '\\t' ;;
  list-event-source-mappings) echo mapping-1 ;;
  *) echo '{}' ;;
esac`,
    )
    for (const name of ['npm', 'git', 'curl', 'openssl']) program(name, 'echo signalpost-version')
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (command: string): readonly (readonly string[])[] => {
    writeFileSync(noted, '')
    execFileSync('sh', ['-euc', `${shell}\n${command.replaceAll(/<[^>]+>/g, 'given')}`], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const calls = readFileSync(noted, 'utf8').split('\u001E').slice(0, -1)
    return calls.map((call) => call.split('\u001F').slice(0, -1))
  }

  it('are found in its text, more than 50 of them', () => {
    expect(commandsInRunbook.length).toBeGreaterThan(50)
  })

  const inOrder = commandsInRunbook.filter((each) => !each.startsWith('npm'))
  it.each(inOrder)('run in the runbook’s shell and are valid AWS CLI calls: %s', (command) => {
    // An earlier command of the same section sets FEED.
    const calls = run(`FEED=mapping-1; ${command}`)
    if (/^(aws|search|log|physical|FEED|USER)/.test(command)) expect(calls).not.toEqual([])
    for (const call of calls) expect(faultsOf(call), call.join(' ')).toEqual([])
  })

  const helps = new Map<string, string>()
  /**
   * The help text of a command.
   * @param command a script of package.json; after `operate`, the name of its command
   */
  const helpOf = (command: string) => {
    const known = helps.get(command)
    if (known !== undefined) return known
    const [script = '', ...words] = command.split(' ')
    const [, file = ''] =
      /^node (\S+)$/.exec((manifest.scripts as Record<string, string>)[script] ?? '') ?? []
    expect(existsSync(join(root, file)), script).toBe(true)
    const help = execFileSync(process.execPath, [file, ...words, '--help'], { cwd: root, encoding: 'utf8' })
    helps.set(command, help)
    return help
  }
  const ownCommands = commandsInRunbook.flatMap((each) =>
    [...each.matchAll(/npm run ([\w-]+)( -- [^\n]*)?/g)].map(([command]) => command),
  )

  it.each([...new Set(ownCommands)])('accept every option that the runbook gives them: %s', (command) => {
    const [, name = '', given = ''] =
      /npm run (operate -- [\w-]+|[\w-]+)(?:(?: --)? (.*))?/.exec(command) ?? []
    const help = helpOf(name.replace('operate -- ', 'operate '))
    const [subcommand = ''] = /^[a-z][\w-]*/.exec(given) ?? []
    expect(help).toContain(subcommand)
    for (const [option] of given.matchAll(/--[\w-]+/g))
      if (option !== '--help') expect(help).toContain(option)
  })

  it('accept every option that the runbook mentions outside a command', () => {
    const options = [...runbook.matchAll(/`(--[a-z][\w-]+)(?: [^`]*)?`/g)].map(([, option = '']) => option)
    const known = [
      helpOf('deploy'),
      helpOf('operate restore'),
      helpOf('destroy'),
      '--resources-to-skip',
      '--stack-name',
    ]
    for (const option of options) expect(known.join(' '), option).toContain(option)
  })
})
