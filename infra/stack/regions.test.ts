import { createRequire } from 'node:module'
import { RegionInfo } from 'aws-cdk-lib/region-info'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../command-line.ts'
import { synthesizeEmpty } from '../deploy/synthesize.ts'
import { optionsFrom } from './options.ts'

/** The part of the CDK that knows which resource types CloudFormation has in each region. */
type Validation = {
  readonly TemplateContent: new (content: string) => object
  readonly SchemaValidator: new () => {
    readonly validate: (template: object, region: string) => readonly { readonly message: string }[]
  }
}
const { SchemaValidator, TemplateContent } = createRequire(
  createRequire(import.meta.url).resolve('aws-cdk-lib'),
)('@aws/cloudformation-validate') as Validation

const { template } = synthesizeEmpty({ mail: 'operator@example.com', trace: 'yes' })
const types = [...new Set(Object.values(template.Resources).map(({ Type }) => Type))]
const oneOfEach = JSON.stringify({
  Resources: Object.fromEntries(types.map((Type, index) => [`One${index}`, { Type, Properties: {} }])),
})

const validator = new SchemaValidator()
const missingTypes = (region: string) =>
  validator
    .validate(new TemplateContent(oneOfEach), region)
    .flatMap(({ message }) => /Resource type '([\w:]+)' does not exist in/.exec(message)?.[1] ?? [])

/** The error message for a region; null if the region is accepted. */
const refusalOf = (region: string): string | null => {
  try {
    optionsFrom((name) => (name === 'region' ? region : undefined))
    return null
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

// China, GovCloud and the European Sovereign Cloud are separate partitions of AWS.
const regions = RegionInfo.regions.map(({ name }) => name).filter((name) => !/^(cn|eusc)-|gov|iso/.test(name))
const knowledge = new Map(regions.map((region) => [region, missingTypes(region)]))

describe('a region', () => {
  it('is refused with the name of the missing service if CloudFormation lacks a resource type there', () => {
    expect(knowledge.get('eu-north-1')).toEqual(['AWS::Budgets::Budget'])
    for (const [region, missing] of knowledge)
      for (const type of missing)
        expect(refusalOf(region), `${region} without ${type}`).toMatch(
          type.startsWith('AWS::SES::') ? /SES|access logs/ : /AWS Budgets|access logs/,
        )
  })

  it('is accepted if CloudFormation has every needed resource type there', () => {
    for (const [region, missing] of knowledge)
      if (missing.length === 0) expect(refusalOf(region) ?? 'access logs').toMatch('access logs')
  })
})
