import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import type { SystemState } from '../../shared/administration/system.schema.ts'
import { env } from '../../shared/platform/env.ts'
import { awsTimeouts } from '../aws/timeouts.ts'
import { requireEnv } from '../aws/env.ts'

let client: CloudWatchClient | undefined

/**
 * Reads this stack's alarms, active alarms first.
 * @returns null if the stack has no alarms
 */
export const readAlarms = async (): Promise<SystemState['alarms']> => {
  const prefix = requireEnv(env.alarmPrefix)
  if (prefix === 'none') return null
  client ??= new CloudWatchClient({ maxAttempts: 2, requestHandler: awsTimeouts(5_000) })
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNamePrefix: prefix }))
  return MetricAlarms.map(({ AlarmName = '', StateValue, StateTransitionedTimestamp }) => ({
    name: AlarmName.slice(prefix.length),
    isRinging: StateValue === 'ALARM',
    since: StateTransitionedTimestamp?.toISOString() ?? null,
  })).toSorted((one, other) => Number(other.isRinging) - Number(one.isRinging))
}
