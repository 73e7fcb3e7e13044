import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { readNoOptions } from '../../command-line.ts'

type Phrase = {
  readonly pattern: RegExp
  readonly instead: string
}

/**
 * Phrases that read like a translation. They are searched for in code, comments, tests and documents. The list contains
 * no phrase that good English also uses, because a replacement would then often read worse.
 */
const phrases: readonly Phrase[] = [
  // `for (const x of before)` is code, not a phrase.
  { pattern: /(?<!\((?:const|let) [^()]*)\bof (before|now)\b/, instead: 'the previous …, the current …' },
  { pattern: /\bnotified of\b/i, instead: 'what is sent, shown or reported to whom' },
  { pattern: /\bunless said\b/i, instead: 'by default' },
  { pattern: /\banother (\w+ ){1,3}(?<!(rather|other|more|less) )than\b/i, instead: 'a different … from' },
  { pattern: /\/[/*]+ So (often|many|long|much)\b/, instead: 'give the unit: number of …, maximum …' },
  { pattern: /\bcomes? again\b|\bcame again\b/, instead: 'is retried, is redelivered' },
  { pattern: /\b(mend|mends|mended)\b/i, instead: 'fix' },
  { pattern: /\bwhere (there (is|are|was|were)|nothing|none)\b/i, instead: 'if, when' },
  { pattern: /\b(null|undefined|false|only|even|nothing|also|again) where\b/i, instead: 'if, when' },
  {
    pattern: /\/\*\* (Of|By|As|To|For|Until|Where) (?!when)[^*]{0,45}\. ?\*\//,
    instead: 'a sentence with a subject',
  },
  { pattern: /[a-z], your (limit|cooldown) is/, instead: 'a semicolon' },
  { pattern: /(\d|\}) %(?![\w%])/, instead: 'no space before %' },
  {
    pattern: /(\b(it|test)(\.\w+)*|[\])])\((['"`])(of|that|with|without) (?=.*\4, )/,
    instead: 'a test’s name with its subject',
  },
]

/** Words that the product's texts must not contain. They are searched for in strings and JSX, except in tests. */
const inStrings: readonly Phrase[] = [
  { pattern: /(?<!-)\bmails?\b(?!-)|\bmailed\b/i, instead: 'email' },
  { pattern: /\bsign(s|ed|ing)?[ -](in|out)\b/i, instead: 'log in, log out' },
  { pattern: /\badministrators?\b/i, instead: 'admin' },
]

/** Texts that the check allows. The specification prescribes the first two. Releases before 0.2 stored the others. */
const allowed = [
  'Please sign in again',
  'The ID of the account (spreadbet or CFD) to be used for trading',
  'Signed in',
  'Signed out',
]

export type Finding = {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly instead: string
}

const isAllowed = (line: string) => allowed.some((text) => line.includes(text))

const findIn = (
  file: string,
  lines: readonly (readonly [line: number, text: string])[],
  some: readonly Phrase[],
) =>
  lines.flatMap(([line, text]): Finding[] =>
    isAllowed(text)
      ? []
      : some
          .filter(({ pattern }) => pattern.test(text))
          .map(({ instead }) => ({ file, line, text: text.trim(), instead })),
  )

/** Finds strings, template parts and JSX texts with their lines. Module names and single words are left out. */
const stringsOf = (file: string, text: string): (readonly [number, string])[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: (readonly [number, string])[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (
      (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) &&
      /\w \w/.test(node.text)
    )
      found.push([source.getLineAndCharacterOfPosition(node.getStart()).line + 1, node.text])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * Finds phrases that read like a translation.
 * @returns each phrase with what to write instead
 */
export const checkWording = (file: string, text: string): readonly Finding[] => {
  const lines = text.split('\n').map((line, index) => [index + 1, line] as const)
  const isProduct = /\.tsx?$/.test(file) && !/\.test\.tsx?$|^infra\/dev\/|testing\//.test(file)
  return [
    ...findIn(file, lines, phrases),
    ...(isProduct ? findIn(file, stringsOf(file, text), inStrings) : []),
  ]
}

/** Files in which the phrases are data. */
const unchecked = ['infra/dev/checks/wording', 'functions/alerts/last-release.test.ts']

const trackedFiles = () =>
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !unchecked.some((name) => file.startsWith(name)))

if (import.meta.main) {
  readNoOptions(
    'npm run lint -- wording\n\nFinds phrases that read like a translation in code, comments, tests and documents.',
  )
  const findings = trackedFiles().flatMap((file) => checkWording(file, readFileSync(file, 'utf8')))
  for (const { file, line, text, instead } of findings)
    console.log(`${file}:${line}: ${text.slice(0, 120)}\n  write: ${instead}`)
  if (findings.length > 0) {
    console.log(`${findings.length} phrases read like a translation. CONTRIBUTING.md says how we write`)
    process.exitCode = 1
  }
}
