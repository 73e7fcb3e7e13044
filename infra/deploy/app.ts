import { buildApp } from '../stack/build-app.ts'
import { buildAssets } from './build-assets.ts'

/** cdk.json runs this file. ASSETS=built: the caller has already built the assets. */
if (process.env.ASSETS !== 'built') await buildAssets()
buildApp().app.synth()
