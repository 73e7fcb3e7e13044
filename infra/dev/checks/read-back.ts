import ts from 'typescript'

/** Properties of an entry, an outcome or a step that contain English. */
const told = new Set(['message', 'sentence', 'description', 'actual', 'required'])

const readers = new Set(
  'startsWith endsWith includes match matchAll replace replaceAll search split indexOf'.split(' '),
)
const askers = new Set(['test', 'exec', 'has', 'includes', 'indexOf'])

/** Removes parentheses, `!` and the default after `??`: `(a!.message ?? '')` becomes `a!.message`. */
const peeled = (node: ts.Expression): ts.Expression => {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return peeled(node.expression)
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
    ? peeled(node.left)
    : node
}

const isTold = (expression: ts.Expression | undefined): boolean => {
  const node = expression && peeled(expression)
  if (!node) return false
  if (ts.isPropertyAccessExpression(node)) return told.has(node.name.text)
  return ts.isIdentifier(node) && told.has(node.text)
}

/** Whether the comparison only checks that there is a text. */
const isNothing = (node: ts.Expression): boolean =>
  (ts.isStringLiteral(node) && node.text === '') ||
  node.kind === ts.SyntaxKind.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined')

const equalities = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

const readsBack = (node: ts.Node): boolean => {
  if (ts.isBinaryExpression(node) && equalities.has(node.operatorToken.kind))
    return (isTold(node.left) && !isNothing(node.right)) || (isTold(node.right) && !isNothing(node.left))
  if (ts.isSwitchStatement(node)) return isTold(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  return (
    (readers.has(name.text) && isTold(expression)) || (askers.has(name.text) && isTold(node.arguments[0]))
  )
}

/** @returns lines on which a file compares, searches or splits English text */
export const readBackIn = (file: string, text: string): readonly number[] => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    if (readsBack(node)) found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
