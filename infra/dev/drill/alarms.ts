import { synthesizeEmpty, resourcesOfType } from '../../deploy/synthesize.ts'
import { searchesUnder } from '../testing/runbook.ts'
import { matches } from './filter-pattern.ts'

/** Log lines by the name of the Lambda that wrote them. */
export type Logs = ReadonlyMap<string, readonly string[]>

/** An alarm and what it counted during a drill. A drill takes less than one period of the alarm. */
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

/** Returns the names of the Lambdas that write to a log group. For the access log of the API, returns `access-log`. */
const writersOf = (reference: unknown): readonly string[] => {
  const id = (reference as { Ref?: string }).Ref ?? ''
  if (id.startsWith('apiaccesslog')) return ['access-log']
  return resourcesOfType(template, 'AWS::Lambda::Function').flatMap(({ path, properties }) => {
    const { LogGroup } = (properties.LoggingConfig ?? {}) as { LogGroup?: { Ref?: string } }
    return LogGroup?.Ref === id ? [path.replace(/^functions\//, '')] : []
  })
}

/** The metric filters of the deployed template. */
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
 * Returns the alarms that count log lines or throttled calls. The other alarms use AWS's own metrics or fire if data is
 * missing, which a drill cannot show.
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

/** A search in the runbook, and the log lines that it finds. */
export type Search = { readonly pattern: string; readonly found: readonly string[] }

/** Runs the searches from a section of the runbook over log lines. */
export const searchesOf = (heading: string, logs: Logs): readonly Search[] =>
  searchesUnder(heading).map((pattern) => ({
    pattern,
    found: [...logs.values()].flat().filter((line) => matches(pattern, line)),
  }))
