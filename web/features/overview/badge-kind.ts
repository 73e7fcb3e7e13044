/** The specification's badges: what was done, what waits, what failed, and whatever else the broker says. */
type BadgeKind = 'default' | 'secondary' | 'destructive' | 'outline'

const badgeKinds: Readonly<Record<string, BadgeKind>> = {
  confirmed: 'default',
  success: 'default',
  pending: 'secondary',
  failed: 'destructive',
  rejected: 'destructive',
}
export const badgeKindOf = (status: string): BadgeKind => badgeKinds[status.toLowerCase()] ?? 'outline'
