import { App, type AppProps } from 'aws-cdk-lib'
import { readOptions } from './options.ts'
import { SignalpostStack } from './stack.ts'

/** The CDK app over finished assets: bundles and site must lie in .build. */
export const buildApp = (props?: AppProps) => {
  const app = new App(props)
  const options = readOptions(app)
  const name = options.stage === 'production' ? 'Signalpost' : `Signalpost-${options.stage}`
  const stack = new SignalpostStack(app, name, options, { env: { region: options.region } })
  return { app, stack, options }
}
