import { Duration, TimeZone } from 'aws-cdk-lib'
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { Functions } from './functions.ts'
import { type JobClock, jobNames, jobOf } from './jobs.ts'

/** Creates a schedule for each scheduled job. Each schedule has the name of its job. */
export class Schedules extends Construct {
  constructor(scope: Construct, id: string, functions: Functions) {
    super(scope, id)
    for (const name of jobNames) {
      const { does: description, clock } = jobOf(name) ?? {}
      if (!description || !clock) continue
      // The next run of a frequent job does the work of a missed run.
      const retryAttempts = 'retries' in clock ? clock.retries : 0
      new Schedule(this, name, {
        description,
        schedule: expressionOf(clock),
        target: new LambdaInvoke(functions.byName[name], { retryAttempts }),
      })
    }
  }
}

const expressionOf = (clock: JobClock): ScheduleExpression => {
  if ('everyMinutes' in clock) return ScheduleExpression.rate(Duration.minutes(clock.everyMinutes))
  const [hour = '', minute = ''] = clock.at.split(':')
  return ScheduleExpression.cron({
    minute: String(Number(minute)),
    hour: String(Number(hour)),
    ...(clock.weekDay ? { weekDay: clock.weekDay } : {}),
    timeZone: TimeZone.of('Europe/London'),
  })
}
