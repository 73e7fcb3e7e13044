import { describe, expect, it } from 'vitest'
import { match, type Route } from './front.ts'
import { cronOf, rateOf, schedule } from './schedules.ts'
import { resolveWith } from './template.ts'

const resolve = resolveWith((id) =>
  id === 'Table' ? { ref: 'table-1', attributes: { Arn: 'arn:table-1' } } : undefined,
)

describe('a template’s values', () => {
  it.each<[unknown, unknown]>([
    ['plain', 'plain'],
    [{ Ref: 'Table' }, 'table-1'],
    [{ Ref: 'AWS::Region' }, 'eu-west-2'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:table-1'],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/table-1'],
    [{ 'Fn::Sub': '${AWS::AccountId}-${Table.Arn}-${!kept}' }, '000000000000-arn:table-1-${!kept}'],
    [{ 'Fn::Select': [1, { 'Fn::Split': [',', 'a,b'] }] }, 'b'],
    [{ deep: [{ Ref: 'Table' }] }, { deep: ['table-1'] }],
  ])('resolve %j', (value, expected) => {
    expect(resolve(value)).toEqual(expected)
  })

  it('cause an error that names a function or reference if it is unknown', () => {
    expect(() => resolve({ Ref: 'Nobody' })).toThrow('Nobody')
    expect(() => resolve({ 'Fn::GetAtt': ['Table', 'Colour'] })).toThrow('Table.Colour')
    expect(() => resolve({ 'Fn::Cidr': [] })).toThrow('Fn::Cidr')
  })
})

describe('a route', () => {
  const route = (method: string, path: string): Route => ({ method, path, invoke: () => Promise.resolve() })
  const routes = [route('GET', '/logs/{id}'), route('GET', '/logs/download'), route('DELETE', '/logs/{id}')]

  it('has priority over a route with parameters if its path is fixed', () => {
    expect(match(routes, 'GET', '/logs/download')?.route.path).toBe('/logs/download')
    expect(match(routes, 'GET', '/logs/a%20b')?.parameters).toEqual({ id: 'a b' })
  })

  it('matches only calls with its method and its number of path parts', () => {
    expect(match(routes, 'POST', '/logs/download')).toBeNull()
    expect(match(routes, 'GET', '/logs/')).toBeNull()
    expect(match(routes, 'GET', '/logs/a/b')).toBeNull()
  })
})

describe('a schedule', () => {
  it('can be a rate or AWS’s six cron fields', () => {
    expect(rateOf('rate(1 minute)')).toBe(60_000)
    expect(rateOf('rate(2 hours)')).toBe(7_200_000)
    expect(cronOf('cron(15 5 * * ? *)')).toBe('15 5 * * *')
  })

  it('causes an error that quotes it if it is neither a rate nor cron fields', () => {
    expect(() => schedule('at(2026-01-01T00:00:00)', 'UTC', () => {})).toThrow('at(2026-01-01T00:00:00)')
  })
})
