export const stackNameOf = (stage: string) => (stage === 'production' ? 'Signalpost' : `Signalpost-${stage}`)

/** Where a stage keeps the options of its last deployment (SSM). */
export const optionsParameter = (stackName: string) => `/${stackName}/options`

/** The users' secrets are made at run time, so they belong to no stack and have names that begin so. */
export const userSecretPrefix = (stackName: string) => `${stackName}/user/`
