import { expect, it } from 'vitest'
import { synthesizeEmpty } from '../deploy/synthesize.ts'
import type { Template } from '../deploy/template.ts'
import { nestedStack } from '../deploy/whole-template.ts'

const { deployed } = synthesizeEmpty({ mail: 'operator@example.com' })
const { Signalpost: root, ...nested } = deployed as Record<string, Template> & { Signalpost: Template }

const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref' && typeof inner === 'string') return [inner]
    if (key === 'Fn::GetAtt') return [Array.isArray(inner) ? String(inner[0]) : String(inner).split('.')[0]!]
    if (key === 'Fn::Sub') return [...JSON.stringify(inner).matchAll(/\$\{([\w]+)/g)].map(([, id]) => id!)
    return namesIn(inner)
  })
}

/**
 * Returns the seconds at which API Gateway's resources start in the worst case. Each of them takes one second, which is
 * CloudFormation's minimum, and all other resources take no time.
 */
const startsOf = () => {
  const starts: number[] = []
  const endsOfStack = (template: Template, from: number): number => {
    const ends = new Map<string, number>()
    const endOf = (id: string): number => {
      const known = ends.get(id)
      if (known !== undefined) return known
      const resource = template.Resources[id]!
      const { DependsOn = [], Properties } = resource
      const before = [...[DependsOn].flat(), ...namesIn(Properties)].filter(
        (each) => each in template.Resources,
      )
      const start = Math.max(from, ...before.map(endOf))
      const isApi = resource.Type.startsWith('AWS::ApiGatewayV2::')
      if (isApi) starts.push(start)
      const end = resource.Type === nestedStack ? endsOfStack(nested[id]!, start) : start + (isApi ? 1 : 0)
      ends.set(id, end)
      return end
    }
    return Math.max(from, ...Object.keys(template.Resources).map(endOf))
  }
  endsOfStack(root, 0)
  return starts.sort((a, b) => a - b)
}

it('a first deployment stays within API Gateway’s limit of 40 changes at once and ten a second', () => {
  const starts = startsOf()
  const count = Object.values(deployed).flatMap(({ Resources }) =>
    Object.values(Resources).filter(({ Type }) => Type.startsWith('AWS::ApiGatewayV2::')),
  ).length
  expect(starts).toHaveLength(count)
  expect(count).toBeGreaterThan(200)
  const bySecond = Object.groupBy(starts, (second) => second)
  // The token bucket contains at most 40 tokens and gains ten per second.
  let left = 40
  for (let second = 0; second <= starts.at(-1)!; second += 1) {
    left = Math.min(40, left + 10) - (bySecond[second]?.length ?? 0)
    expect(left, `second ${second}`).toBeGreaterThanOrEqual(0)
  }
  expect(Math.max(...Object.values(bySecond).map((each) => each!.length))).toBeLessThanOrEqual(10)
})
