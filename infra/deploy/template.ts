/** The parts of a CloudFormation template that our programs read. */
export type Template = {
  readonly Resources: Readonly<Record<string, Resource>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>
  readonly Conditions?: Readonly<Record<string, unknown>>
  readonly Parameters?: Readonly<Record<string, unknown>>
}
export type Resource = {
  readonly Type: string
  readonly DependsOn?: readonly string[]
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly Metadata?: Readonly<Record<string, unknown>>
}
