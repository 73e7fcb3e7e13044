import type { TokenScope } from '../../../shared/tokens/token-limits.ts'

export const scopeLabels: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  propose: 'Propose',
  safe: 'Safe actions',
}

export const scopeHints: Readonly<Record<TokenScope, string>> = {
  read: 'See positions, orders, the log, the journal and instruments, but never a password, key or secret',
  propose: 'Suggest trades. Each trade waits for your approval, whatever your settings say',
  safe: 'Pause trading, close positions and delete orders',
}
