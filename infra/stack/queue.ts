import { Duration } from 'aws-cdk-lib'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { jobs } from './jobs.ts'
import { queueTimes } from '../../shared/platform/queue-times.ts'

/** The FIFO queue of notifications, with one message group per user and channel, and its dead-letter queue. */
export class NotificationsQueue extends Construct {
  readonly notifications: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'dead-letters', { ...common, retentionPeriod: Duration.days(14) })
    this.notifications = new Queue(this, 'notices', {
      ...common,
      // AWS recommends six times the Lambda's timeout.
      visibilityTimeout: Duration.seconds(6 * jobs['send-notices'].seconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 10 },
    })
  }
}

const common = {
  fifo: true,
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  // With high throughput, the limit of 300 calls a second applies to each message group, not to the whole queue.
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} as const

/**
 * The FIFO queue from the webhook to the executor, with one message group per user and mode, and its dead-letter queue.
 */
export class AlertsQueue extends Construct {
  readonly alerts: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const visibilityTimeout = Duration.seconds(queueTimes.visibility)
    this.deadLetters = new Queue(this, 'dead-letters', {
      ...common,
      visibilityTimeout,
      retentionPeriod: Duration.days(14),
    })
    this.alerts = new Queue(this, 'alerts', {
      ...common,
      visibilityTimeout,
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: queueTimes.receives },
    })
  }
}
