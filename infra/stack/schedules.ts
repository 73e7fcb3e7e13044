import { Duration, TimeZone } from 'aws-cdk-lib'
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { Functions } from './functions.ts'

/** What runs by the clock. The schedule's name is the job's name. */
export class Schedules extends Construct {
  constructor(scope: Construct, id: string, functions: Functions) {
    super(scope, id)
    new Schedule(this, 'reconcile-alerts', {
      description: 'Brings every open alert to its end',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      // The next run does what this one could not.
      target: new LambdaInvoke(functions.byName['reconcile-alerts'], { retryAttempts: 0 }),
    })
    new Schedule(this, 'finish-deletions', {
      description: 'Removes what is left of deleted users once their alerts have ended',
      schedule: ScheduleExpression.rate(Duration.minutes(5)),
      target: new LambdaInvoke(functions.byName['finish-deletions'], { retryAttempts: 0 }),
    })
    new Schedule(this, 'check-epics', {
      description: 'Checks the epics of every list and notifies users if one is gone, renamed or rolled',
      // After the weekend, when IG maintains and renames.
      schedule: ScheduleExpression.cron({
        minute: '45',
        hour: '5',
        weekDay: 'MON',
        timeZone: TimeZone.of('Europe/London'),
      }),
      target: new LambdaInvoke(functions.byName['check-epics'], { retryAttempts: 0 }),
    })
    new Schedule(this, 'collect-journals', {
      description: 'Reads the history of accounts that traded, for their journals',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(functions.byName['collect-journals'], { retryAttempts: 0 }),
    })
    new Schedule(this, 'canary', {
      description: 'Calls the webhook from outside, as TradingView would',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(functions.byName.canary, { retryAttempts: 0 }),
    })
    new Schedule(this, 'fetch-dividend-dates', {
      description: 'Fetches the dividend dates of every instrument, before London opens',
      schedule: ScheduleExpression.cron({ minute: '15', hour: '5', timeZone: TimeZone.of('Europe/London') }),
      target: new LambdaInvoke(functions.byName['fetch-dividend-dates'], { retryAttempts: 2 }),
    })
  }
}
