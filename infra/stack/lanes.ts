import type { CfnResource } from 'aws-cdk-lib'

/**
 * API Gateway accepts ten changes a second per account, with a burst of 40, and AWS does not raise that limit.
 * CloudFormation creates all resources without dependencies at once, and takes at least a second for each. So routes
 * and integrations depend on one another in ten lanes: five for routes, one for integrations in each of four nested
 * stacks, and one for integrations in the root stack.
 */
export const lanes = { routes: 5, nestedStacks: 4, integrationsOfOneStack: 1 } as const

/** Makes each resource depend on the resource `sideBySide` places before it. */
export const queueUp = (resources: readonly CfnResource[], sideBySide: number) =>
  resources.forEach((resource, place) => {
    const before = resources[place - sideBySide]
    if (before) resource.addResourceDependency(before)
  })
