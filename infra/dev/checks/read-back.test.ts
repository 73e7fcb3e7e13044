import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { readBackIn } from './read-back.ts'

it.each([
  "entry.message === 'Logged in'",
  "'mode' !== step?.actual",
  'signIns.has(entry.message)',
  'words.includes(message)',
  '/^An alert /.test(entry.message)',
  "/allowance/.exec(outcome?.sentence ?? '')",
  "(line.message ?? '').replace(/^Asked: /, '')",
  "outcome.sentence.startsWith('Expired')",
  "sentence!.split(', ')",
  "switch (required) { case 'at most 3': }",
])('finds code that reads facts out of English: %s', (code) => expect(readBackIn('a.ts', code)).toEqual([1]))

it.each([
  "description === ''",
  'message === undefined',
  "typeof body.message === 'string'",
  "entry.kind === 'session'",
  'console.log(entry.message)',
  "text.replace('a', 'b')",
])('accepts code that does not: %s', (code) => expect(readBackIn('a.ts', code)).toEqual([]))

const rooms = ['functions', 'web', 'shared', 'infra/cli', 'infra/dev/bench', 'infra/dev/simulation']

/** Files that may depend on English wording, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'functions/broker/ig/map-history.ts': 'IG’s own prose, which is only passed on',
  'functions/instruments/yahoo/failures.ts': 'Yahoo’s own words, which have no code',
  'infra/dev/simulation/checker.ts': 'log and outcome are compared word by word',
  'infra/dev/simulation/world.ts': 'a message is one of a queue there',
  'shared/platform/reword-instants.ts': 'words times in the reader’s zone',
}

test('no code reads facts out of English', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...rooms], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const found = new Map(files.map((file) => [file, readBackIn(file, readFileSync(join(root, file), 'utf8'))]))
  const reading = [...found].filter(([, lines]) => lines.length > 0)
  expect(reading.filter(([file]) => !(file in exceptions))).toEqual([])
  expect(Object.keys(exceptions).filter((file) => !found.get(file)?.length)).toEqual([])
})
