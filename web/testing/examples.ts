export * from '../../shared/testing/examples.ts'
