import { synthesizeEmpty, resourcesOfType } from '../../deploy/synthesize.ts'
import { searchesUnder } from '../testing/runbook.ts'
import { matches } from './filter-pattern.ts'

/** What each Lambda wrote, by its name. */
export type Logs = ReadonlyMap<string, readonly string[]>

/** What an alarm counted in the lines of one drill, which takes less than its period. */
export type Rung = {
  readonly alarm: string
  readonly counted: number
  readonly threshold: number
  readonly isRinging: boolean
}

type Filter = {
  readonly metric: string
  readonly writers: readonly string[]
  readonly pattern: string
  readonly weight: number
}

const { template } = synthesizeEmpty({ mail: 'operator@example.com' })

/** Whose lines a log holds: those of one Lambda, or of all that write to it; or each call of the API. */
const writersOf = (reference: unknown): readonly string[] => {
  const id = (reference as { Ref?: string }).Ref ?? ''
  if (id.startsWith('apiaccesslog')) return ['access-log']
  return resourcesOfType(template, 'AWS::Lambda::Function').flatMap(({ path, properties }) => {
    const { LogGroup } = (properties.LoggingConfig ?? {}) as { LogGroup?: { Ref?: string } }
    return LogGroup?.Ref === id ? [path.replace(/^functions\//, '')] : []
  })
}

/** The metric filters of the template itself, not a copy of what they say. */
const filters: readonly Filter[] = resourcesOfType(template, 'AWS::Logs::MetricFilter').map(
  ({ properties }) => {
    const [transformation] = properties.MetricTransformations as [{ MetricName: string; MetricValue: string }]
    return {
      metric: transformation.MetricName,
      writers: writersOf(properties.LogGroupName),
      pattern: properties.FilterPattern as string,
      weight: Number(transformation.MetricValue),
    }
  },
)

/**
 * Alarms that count lines, or calls that Lambda throttled. The others check AWS's own metrics, or ring in silence: no drill
 * shows these.
 */
export const alarmsIn = (logs: Logs, throttles: number): readonly Rung[] =>
  resourcesOfType(template, 'AWS::CloudWatch::Alarm').flatMap(({ path, properties }) => {
    const own = filters.filter(({ metric }) => metric === properties.MetricName)
    const isThrottles = properties.MetricName === 'Throttles'
    if (!isThrottles && (own.length === 0 || properties.TreatMissingData !== 'notBreaching')) return []
    const lines = own
      .map(
        ({ writers, pattern, weight }) =>
          weight *
          writers.flatMap((name) => logs.get(name) ?? []).filter((line) => matches(pattern, line)).length,
      )
      .reduce((all, each) => all + each, 0)
    const counted = isThrottles ? throttles : lines
    const threshold = properties.Threshold as number
    return [{ alarm: path.replace('watch/', ''), counted, threshold, isRinging: counted >= threshold }]
  })

/** A search that the runbook has its reader make, and what it finds. */
export type Search = { readonly pattern: string; readonly found: readonly string[] }

/** The searches of a section of the runbook, made over these lines. */
export const searchesOf = (heading: string, logs: Logs): readonly Search[] =>
  searchesUnder(heading).map((pattern) => ({
    pattern,
    found: [...logs.values()].flat().filter((line) => matches(pattern, line)),
  }))
