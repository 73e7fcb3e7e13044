import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'

/**
 * The role of one Lambda, without AWS's managed policy: that one may write to every log group of the account. Its rights
 * lie inside it: CloudFormation takes 500 resources in a stack, and a policy for each Lambda would be one in eight.
 */
export class LambdaRole extends Role {
  private readonly rights: PolicyDocument

  constructor(scope: Construct, id: string) {
    const rights = new PolicyDocument()
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { rights },
    })
    this.rights = rights
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.rights.addStatements(statement)
    return { statementAdded: true, policyDependable: this }
  }
}
