import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { drills, inWords, playDrill } from './drills.ts'

let cloud: CloudUnderTest
beforeAll(async () => {
  cloud = await CloudUnderTest.start()
})
afterAll(() => cloud?.stop())
beforeEach(() => cloud.control(`${cloud.paperOrigin}/_paper/reset`, {}))

/** The one that breaks a stored list comes last. */
it.each([
  ['canary', 'webhook-down', 'no alert arrived'],
  ['ig-down', 'ig-down', 'Signalpost doesn’t trade without it'],
  ['credentials', null, 'by email: Signalpost: IG rejected your login (DEMO)'],
  ['stuck', 'dead-letters', 'No order was sent'],
])(
  'the drill %s rings %s, and the runbook’s first search finds the cause',
  async (name, alarm, words) => {
    const drill = drills[name]
    if (!drill) throw new Error(`There is no drill ${name}`)
    const report = await playDrill(drill, cloud)
    const ringing = report.alarms.filter(({ isRinging }) => isRinging).map((rung) => rung.alarm)
    expect(report.toldUser).toContain(words)
    if (alarm === null) expect(ringing).toEqual([])
    else {
      expect(ringing).toContain(alarm)
      expect(report.searches[0]?.found.length).toBeGreaterThan(0)
      expect(inWords(name, report)).toContain(`Fires   ${alarm}`)
    }
  },
  300_000,
)

it('there is a drill for each of these, and no other', () => {
  expect(Object.keys(drills).sort()).toEqual(['canary', 'credentials', 'ig-down', 'stuck'])
})
