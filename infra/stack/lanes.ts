import type { CfnResource } from 'aws-cdk-lib'

/**
 * API Gateway takes ten changes a second from an account, 40 at once, and AWS does not raise that. CloudFormation makes whatever
 * waits for nothing at once, and takes at least a second for each. So routes and integrations wait for one another: half of
 * the ten are routes, the other half integrations, one for each nested stack under way and one in the root stack.
 */
export const lanes = { routes: 5, nestedStacks: 4, integrationsOfOneStack: 1 } as const

/** Has each wait for the one `sideBySide` places before it. */
export const queueUp = (resources: readonly CfnResource[], sideBySide: number) =>
  resources.forEach((resource, place) => {
    const before = resources[place - sideBySide]
    if (before) resource.addResourceDependency(before)
  })
