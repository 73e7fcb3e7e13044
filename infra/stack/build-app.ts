import { App, type AppProps, Stack, Validations } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { HostedZone } from 'aws-cdk-lib/aws-route53'
import { AwsSolutionsChecks } from 'cdk-nag'
import { builtAssets } from './assets.ts'
import { acceptFindings } from './findings.ts'
import { type OwnDomain, readOptions } from './options.ts'
import { SignalpostStack } from './stack.ts'
import { certificateStackOf, stackNameOf } from './names.ts'

/** Builds the CDK app from built assets. Synthesis fails on a cdk-nag finding that findings.ts does not accept. */
export const buildApp = (props?: AppProps, assets = builtAssets) => {
  const app = new App(props)
  const options = readOptions(app)
  const name = stackNameOf(options.stage)
  const { region, domain } = options
  const stack = new SignalpostStack(app, name, {
    env: { region },
    // A new stack is not protected, because it must be deleted if its creation fails. `npm run deploy` protects it once
    // it is complete.
    terminationProtection: options.stage === 'production' && !options.isFirst,
    crossRegionReferences: domain !== undefined,
    options,
    assets,
    certificateArn: domain && certificateOf(app, name, domain),
  })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  acceptFindings(stack, options.trace)
  return { app, stack, options }
}

/**
 * Creates the certificate, if the domain has none, in a stack in us-east-1. CloudFront accepts only certificates from
 * that region.
 * @returns the certificate's ARN
 */
const certificateOf = (app: App, name: string, domain: OwnDomain): string => {
  if ('certificateArn' in domain) return domain.certificateArn
  const stack = new Stack(app, certificateStackOf(name), {
    env: { region: 'us-east-1' },
    crossRegionReferences: true,
  })
  const zone = HostedZone.fromHostedZoneAttributes(stack, 'zone', {
    hostedZoneId: domain.zone.id,
    zoneName: domain.zone.name,
  })
  // CloudFormation exports the certificate to the other region by name, so another domain needs another certificate
  // name.
  return new Certificate(stack, `certificate-${domain.name}`, {
    domainName: domain.name,
    validation: CertificateValidation.fromDns(zone),
  }).certificateArn
}
