import type { LogEntry, LogExtra } from './log.schema.ts'

export type OutcomeExtra = Extract<LogExtra, { kind: 'outcome' }>
export type EndedEntry = LogEntry & { readonly extra: OutcomeExtra }

export const isEnded = (entry: LogEntry): entry is EndedEntry => entry.extra?.kind === 'outcome'
