import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { sectionUnder } from '../testing/runbook.ts'
import { drills, inWords, playDrill } from './drills.ts'

let cloud: CloudUnderTest
beforeAll(async () => {
  cloud = await CloudUnderTest.start()
})
afterAll(() => cloud?.stop())
beforeEach(() => cloud.control(`${cloud.paperOrigin}/_paper/reset`, {}))

/** The drills that delay emails, break a list or delay logins come last, because they would affect other drills. */
const played = [
  ['canary', 'webhook-down', 'no alert arrived'],
  ['root-secret', 'webhook-down', 'answered 401. With the secret put back, the next one was answered 202'],
  ['kms', 'webhook-down', 'Sent again after the outage: '],
  ['concurrency', 'throttles', 'Sent again afterwards: '],
  ['ig-down', 'ig-down', 'Signalpost doesn’t trade without it'],
  ['credentials', null, 'by email: IG rejected your login'],
  ['ses', 'run-failed', 'no email comes'],
  ['stuck', 'dead-letters', 'No order was sent'],
  ['flood', 'under-attack', 'no user takes part'],
] as const

it.each(played)(
  'the drill %s fires %s, and a search in its section of the runbook finds the cause',
  async (name, alarm, words) => {
    const drill = drills[name]
    if (!drill) throw new Error(`There is no drill ${name}`)
    const report = await playDrill(drill, cloud)
    if (process.env.TRANSCRIPT) console.log(inWords(name, report))
    const ringing = report.alarms.filter(({ isRinging }) => isRinging).map((rung) => rung.alarm)
    expect(report.userReads).toContain(words)
    expect(sectionUnder(drill.page)).not.toBe('')
    if (report.searches.length > 0) expect(report.searches.flatMap(({ found }) => found)).not.toEqual([])
    if (alarm === null) expect(ringing).toEqual([])
    else {
      expect(ringing).toContain(alarm)
      expect(inWords(name, report)).toContain(`Fires   ${alarm}`)
    }
  },
)

it('every drill has a test in this file', () => {
  expect(played.map(([name]) => name).sort()).toEqual(Object.keys(drills).sort())
})
