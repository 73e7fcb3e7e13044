export const stackNameOf = (stage: string) => (stage === 'production' ? 'Signalpost' : `Signalpost-${stage}`)

/** Name of the stack that creates CloudFront's certificate in us-east-1. */
export const certificateStackOf = (stackName: string) => `${stackName}-certificate`

/** Name of the SSM parameter that stores the options of a stage's last deployment. */
export const optionsParameter = (stackName: string) => `/${stackName}/options`

/** Prefix of the names of users' secrets, which are created at run time and belong to no stack. */
export const userSecretPrefix = (stackName: string) => `${stackName}/user/`
