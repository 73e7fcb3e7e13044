import { buildApp } from '../stack/build-app.ts'
import { buildAssets } from './build-assets.ts'

/** What cdk.json runs. ASSETS=built: the caller has built them already. */
if (process.env.ASSETS !== 'built') await buildAssets()
buildApp().app.synth()
