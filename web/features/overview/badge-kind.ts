/** The kinds of badge in the specification. Their meanings are done, pending, failed, and any other status. */
type BadgeKind = 'default' | 'secondary' | 'destructive' | 'outline'

const badgeKinds: Readonly<Record<string, BadgeKind>> = {
  confirmed: 'default',
  success: 'default',
  pending: 'secondary',
  failed: 'destructive',
  rejected: 'destructive',
}
export const badgeKindOf = (status: string): BadgeKind => badgeKinds[status.toLowerCase()] ?? 'outline'
