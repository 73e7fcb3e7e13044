export * from '../../infra/dev/testing/examples.ts'
