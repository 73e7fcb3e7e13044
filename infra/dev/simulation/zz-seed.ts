import { World } from '/work/main/infra/dev/simulation/world.ts'
import { check } from '/work/main/infra/dev/simulation/checker.ts'
const seed = Number(process.argv[2])
const w = new World(seed)
await w.play()
const broken = check(w)
console.log(broken)
const id = process.argv[3] ?? /[0-9a-zA-Z_-]{22,}/.exec(broken[0] ?? '')?.[0]
const t0 = Date.UTC(2026, 8, 7, 9)
const rec = w.tables.alerts.get(id!)
console.log(id, JSON.stringify(rec?.alert), rec?.acceptedAt! - t0, JSON.stringify(rec?.outcome))
for (const l of w.tables.logs.values()) if (l.extra?.alertId === id) console.log('LOG', l.at - t0, l.message)
for (const x of w.broker.wire)
  if (x.alertId === id || x.claimedBy.includes(id!))
    console.log(
      'WIRE',
      x.at - t0,
      x.kind,
      x.name,
      x.result,
      x.alertId,
      JSON.stringify(x.order ?? {}),
      x.closed,
    )
const deals = (rec?.outcome?.dealIds ?? []) as string[]
for (const d of w.broker.deals)
  if (deals.includes(d.dealId) || broken[0]?.includes(d.dealId))
    console.log('DEAL', d.dealId, d.dealReference, d.appliedAt - t0, d.shownFrom - t0)
for (const s of w.broker.stood)
  if (deals.includes(s.dealId) || broken[0]?.includes(s.dealId))
    console.log('STOOD', s.dealId, s.from - t0, s.shownFrom - t0, s.until - t0, JSON.stringify(s.hidden))
for (const x of w.broker.wire)
  if (x.name === 'DIAAAA000000003')
    console.log('WIRE', Math.round(x.at - t0), x.kind, x.name, x.result, x.alertId, x.claimedBy, x.closed)
for (const x of w.broker.wire)
  if (x.name === 'DIAAAA000000003')
    for (const a of [x.alertId, ...x.claimedBy]) {
      const r = w.tables.alerts.get(a!)
      console.log(
        a,
        r?.alert.action,
        r?.alert.strategy,
        r!.acceptedAt - t0,
        JSON.stringify(r?.outcome?.sentence),
      )
      for (const l of w.tables.logs.values())
        if (l.extra?.alertId === a) console.log('   LOG', Math.round(l.at - t0), l.message)
    }
