import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { parseOptions, readCommand, UsageError } from '../command-line.ts'
import { stackNameOf } from '../stack/names.ts'
import { agrees } from './ask.ts'
import { nextRotation } from './rotation.ts'
import { openSecret, SealedSecret, sealSecret } from './sealed-secret.ts'
import { stackResources } from './stack-resources.ts'

const help = `npm run operate -- root-secret export --public-key FILE --to FILE
npm run operate -- root-secret import --private-key FILE --from FILE
npm run operate -- root-secret rotate

The stack’s root secret, which is needed to look up every user’s webhook secret. Without it, all users need new webhook secrets. The file is encrypted with your public key; store the private key elsewhere.

rotate replaces it in three steps, an hour or more apart. Alerts are taken and users stay logged in all the while. Each run takes the next step and says when to run it again.

  --stage NAME      default: production
  --region NAME     default: eu-west-2
  --yes             asks nothing`

type RootSecretArguments = { readonly stage: string; readonly region: string; readonly yes: boolean } & (
  | { readonly command: 'export'; readonly publicKey: string; readonly to: string }
  | { readonly command: 'import'; readonly privateKey: string; readonly from: string }
  | { readonly command: 'rotate' }
)

const asked = readCommand(help, (): RootSecretArguments => {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: {
      'public-key': { type: 'string' },
      'private-key': { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      stage: { type: 'string', default: 'production' },
      region: { type: 'string', default: 'eu-west-2' },
      yes: { type: 'boolean', default: false },
    },
  })
  const { stage, region, yes, to, from } = values
  const { 'public-key': publicKey, 'private-key': privateKey } = values
  const [command] = positionals
  if (command === 'export' && publicKey && to) return { command, publicKey, to, stage, region, yes }
  if (command === 'import' && privateKey && from) return { command, privateKey, from, stage, region, yes }
  if (command === 'rotate') return { command, stage, region, yes }
  throw new UsageError(
    'Use export with --public-key and --to, import with --private-key and --from, or rotate',
  )
})

const whatDropEnds = (stack: string) =>
  `Drop the old key of ${stack}? Links in emails that it signed stop working, browsers that it knew count as new ones, and push notifications must be connected again if they were connected before the switch.`

/**
 * Moves all users' secrets to the new key.
 * @throws Error if some users still need the old key
 */
const moveUsers = async (FunctionName: string) => {
  // The Lambda may run for ten minutes. The client must not start it twice.
  const lambda = new LambdaClient({
    region: asked.region,
    maxAttempts: 1,
    requestHandler: { requestTimeout: 11 * 60_000 },
  })
  const { Payload, FunctionError } = await lambda.send(new InvokeCommand({ FunctionName }))
  const answer = Buffer.from(Payload ?? []).toString()
  if (FunctionError) throw new Error(`The old key is still needed: ${answer}`)
  const { users, failed } = JSON.parse(answer) as { users: number; failed: number }
  if (failed > 0)
    throw new Error(
      `The old key is still needed by ${failed} of ${users} users. The log of retire-root-key says why. Run this again`,
    )
}

try {
  const stack = stackNameOf(asked.stage)
  const resources = await stackResources(stack, asked.region)
  const SecretId = resources.named('AWS::SecretsManager::Secret', 'rootsecret')
  const client = new SecretsManagerClient({ region: asked.region })
  const { SecretString: held = '' } = await client.send(new GetSecretValueCommand({ SecretId }))
  if (asked.command === 'export') {
    const sealed = sealSecret(stack, held, readFileSync(asked.publicKey, 'utf8'), new Date())
    writeFileSync(asked.to, `${JSON.stringify(sealed, null, 2)}\n`, { mode: 0o600 })
    console.log(
      `Saved the root secret of ${stack} to ${asked.to}, encrypted for key ${sealed.key.slice(0, 16)}`,
    )
  } else if (asked.command === 'rotate') {
    const { step, secret, next } = nextRotation(held, new Date(), () => randomBytes(32).toString('hex'))
    if (step === 'drop' && !asked.yes && !(await agrees(whatDropEnds(stack))))
      console.log('Nothing was changed')
    else {
      if (step === 'drop') await moveUsers(resources.named('AWS::Lambda::Function', 'functionsretirerootkey'))
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: secret }))
      console.log(next)
    }
  } else {
    const file = SealedSecret.parse(JSON.parse(readFileSync(asked.from, 'utf8')))
    const secret = openSecret(file, readFileSync(asked.privateKey, 'utf8'))
    if (secret === held) console.log(`${stack} has this root secret already`)
    else if (
      asked.yes ||
      (await agrees(
        `Replace the root secret of ${stack} with the one from ${file.stack} (${file.at})? Webhook secrets issued under the current one will stop working.`,
      ))
    ) {
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: secret }))
      console.log('Root secret restored. Lambdas that run read it again within 45 minutes')
    } else console.log('Nothing was changed')
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
