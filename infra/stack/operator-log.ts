import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { logDaysFrom } from './options.ts'

/** A log for operators, kept for `--log-days` days. It is deleted with the stack. */
export class OperatorLog extends LogGroup {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      retention: logDaysFrom(scope.node.tryGetContext('logDays') as string | undefined),
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }
}
