import {
  sessionKey,
  type SessionRecord,
  type SessionStore,
} from '../../../functions/broker/ig/session-store.ts'

const empty: SessionRecord = {
  sealed: null,
  renewedAt: null,
  refusals: 0,
  refusedCode: null,
  notBefore: 0,
  throttles: 0,
}

export const sessionStoreInMemory = (): SessionStore & { records: Map<string, SessionRecord> } => {
  const records = new Map<string, SessionRecord>()
  const tested = new Map<string, string>()
  const version3 = new Map<string, string>()
  const leases = new Map<string, { holder: string; until: number }>()
  return {
    records,
    read: (login) => Promise.resolve(records.get(sessionKey(login).pk) ?? empty),
    lease: (login, holder, now, milliseconds) => {
      const { pk } = sessionKey(login)
      const held = leases.get(pk)
      if (held && held.until >= now && held.holder !== holder) return Promise.resolve(null)
      leases.set(pk, { holder, until: now + milliseconds })
      return Promise.resolve(records.get(pk) ?? empty)
    },
    save: (login, holder, _now, record) => {
      const { pk } = sessionKey(login)
      if (leases.get(pk)?.holder === holder) {
        leases.delete(pk)
        records.set(pk, record)
      }
      return Promise.resolve()
    },
    pardon: (login, refusals, left) => {
      const { pk } = sessionKey(login)
      const record = records.get(pk) ?? empty
      if (record.refusals === refusals)
        records.set(pk, { ...record, refusals: left, notBefore: 0, sealed: null })
      return Promise.resolve()
    },
    saveTested: ({ userId, mode }, sealed) => {
      tested.set(`${userId} ${mode}`, sealed)
      return Promise.resolve()
    },
    takeTested: ({ userId, mode }) => {
      const sealed = tested.get(`${userId} ${mode}`) ?? null
      tested.delete(`${userId} ${mode}`)
      return Promise.resolve(sealed)
    },
    saveVersion3: ({ userId, mode }, sealed) => {
      version3.set(`${userId} ${mode}`, sealed)
      return Promise.resolve()
    },
    readVersion3: ({ userId, mode }) => Promise.resolve(version3.get(`${userId} ${mode}`) ?? null),
  }
}
