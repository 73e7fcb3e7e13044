import { buildApp } from '../stack/build-app.ts'
import { buildAssets } from './build-assets.ts'

/** The CDK app, which cdk.json runs. `ASSETS=built` means that the caller has already built the assets. */
if (process.env.ASSETS !== 'built') await buildAssets()
buildApp().app.synth()
