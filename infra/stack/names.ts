export const stackNameOf = (stage: string) => (stage === 'production' ? 'Signalpost' : `Signalpost-${stage}`)

/** Of the certificate that CloudFront takes from us-east-1 only, if the stack makes one. */
export const certificateStackOf = (stackName: string) => `${stackName}-certificate`

/** Where a stage keeps the options of its last deployment (SSM). */
export const optionsParameter = (stackName: string) => `/${stackName}/options`

/** The users' secrets are made at run time, so they belong to no stack and have names that begin so. */
export const userSecretPrefix = (stackName: string) => `${stackName}/user/`
