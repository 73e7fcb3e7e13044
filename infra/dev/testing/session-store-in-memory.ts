import {
  sessionKey,
  type SessionRecord,
  type SessionStore,
} from '../../../functions/broker/ig/session-store.ts'

const empty: SessionRecord = { sealed: null, renewedAt: null, refusals: 0, refusedCode: null, notBefore: 0 }

export const sessionStoreInMemory = (): SessionStore & { records: Map<string, SessionRecord> } => {
  const records = new Map<string, SessionRecord>()
  const leases = new Map<string, { holder: string; until: number }>()
  return {
    records,
    read: (account) => Promise.resolve(records.get(sessionKey(account).pk) ?? empty),
    lease: (account, holder, now, milliseconds) => {
      const { pk } = sessionKey(account)
      const held = leases.get(pk)
      if (held && held.until >= now && held.holder !== holder) return Promise.resolve(null)
      leases.set(pk, { holder, until: now + milliseconds })
      return Promise.resolve(records.get(pk) ?? empty)
    },
    save: (account, holder, _now, record) => {
      const { pk } = sessionKey(account)
      if (leases.get(pk)?.holder === holder) {
        leases.delete(pk)
        records.set(pk, record)
      }
      return Promise.resolve()
    },
    pardon: (account, refusals, left) => {
      const { pk } = sessionKey(account)
      const record = records.get(pk) ?? empty
      if (record.refusals === refusals)
        records.set(pk, { ...record, refusals: left, notBefore: 0, sealed: null })
      return Promise.resolve()
    },
  }
}
