import { createHash } from 'node:crypto'
import { env } from '../../../shared/platform/env.ts'
import { LocalSecretsManager } from '../local/secrets-manager.ts'
import { localEnvironment } from '../local/template.ts'
import { close, createRespondingServer, listen, type Reply } from '../servers.ts'

type SentMessage = { readonly Id?: string; readonly MessageBody: string }

type SentMail = {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * Starts a stand-in for Secrets Manager, Lambda, SES and SQS on one free port, and sets the environment variables for
 * it. It answers only the calls that accounts need. An invoked function runs only if the test runs it.
 * @param onCall called for each call
 */
export const startStandInAws = async (onCall = () => {}) => {
  const secretsManager = new LocalSecretsManager()
  secretsManager.values.set('root', 'the root secret of these tests')
  const mails: SentMail[] = []
  const messages: SentMessage[] = []
  const invocations: { readonly name: string; readonly payload: unknown }[] = []

  /** If `secretsManager` is true, Secrets Manager refuses a secret's value and quotes it in the error. */
  const trouble = { secretsManager: false }

  const answerOfSecretsManager = (call: string, given: Record<string, string>): Reply =>
    trouble.secretsManager && given.SecretString
      ? {
          status: 400,
          body: {
            __type: 'ValidationException',
            message: `1 error: the value '${given.SecretString}' is not valid`,
          },
        }
      : secretsManager.answer(call, given)

  const sqs = (call: string, given: SentMessage & { readonly Entries?: readonly SentMessage[] }): Reply => {
    if (!call.startsWith('SendMessage')) return { status: 200, body: {} }
    const { Entries, ...alone } = given
    messages.push(...(Entries ?? [alone]))
    const taken = ({ Id, MessageBody }: SentMessage) => ({
      Id,
      MessageId: String(messages.length),
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    })
    return { status: 200, body: Entries ? { Successful: Entries.map(taken), Failed: [] } : taken(alone) }
  }

  const ses = (given: {
    readonly Destination: { readonly ToAddresses: readonly string[] }
    readonly Content: {
      readonly Simple: {
        readonly Subject: { readonly Data: string }
        readonly Body: { readonly Text: { readonly Data: string }; readonly Html?: { readonly Data: string } }
      }
    }
  }): Reply => {
    const { Subject, Body } = given.Content.Simple
    mails.push({
      to: given.Destination.ToAddresses,
      subject: Subject.Data,
      text: Body.Text.Data,
      html: Body.Html?.Data ?? '',
    })
    return { status: 200, body: { MessageId: String(mails.length) } }
  }

  const server = createRespondingServer(({ url = '', headers }, text) => {
    const [service = '', call = ''] = String(headers['x-amz-target'] ?? '').split('.')
    const body = JSON.parse(String(text) || '{}') as never
    onCall()
    if (service === 'secretsmanager') return answerOfSecretsManager(call, body)
    if (service === 'AmazonSQS') return sqs(call, body)
    if (url.startsWith('/v2/email/outbound-emails')) return ses(body)
    const name = /\/functions\/([^/]+)\/invocations/.exec(url)?.[1]
    if (!name) return { status: 404, body: { message: `Nothing here is ${url} ${service}` } }
    invocations.push({ name: decodeURIComponent(name), payload: body })
    return { status: 202 }
  })
  const endpoint = await listen(server)
  Object.assign(process.env, {
    ...localEnvironment,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_ENDPOINT_URL_LAMBDA: endpoint,
    AWS_ENDPOINT_URL_SESV2: endpoint,
    AWS_ENDPOINT_URL_SQS: endpoint,
    [env.rootSecretArn]: 'root',
    [env.userSecretPrefix]: 'test/user/',
    [env.siteOrigin]: 'https://signals.example.com',
    [env.mailFrom]: 'signalpost@example.com',
    [env.mailConfigurationSet]: 'mails',
    [env.alarmPrefix]: 'none',
    [env.mailFunctionName]: 'send-mail',
    [env.deletionFunctionName]: 'finish-deletions',
    [env.dividendFunctionName]: 'fetch-dividend-dates',
    [env.matchingFunctionName]: 'match-symbols',
    [env.epicCheckFunctionName]: 'check-epics',
    [env.alertsQueueUrl]: `${endpoint}/000000000000/alerts.fifo`,
    [env.notificationsQueueUrl]: `${endpoint}/000000000000/notices.fifo`,
  })
  return {
    endpoint,
    trouble,
    secrets: secretsManager.values,
    mails,
    messages,
    invocations,
    stop: () => close(server),
  }
}
