/** Badges as the specification defines them: done, pending, failed, and any other status of the broker. */
type BadgeKind = 'default' | 'secondary' | 'destructive' | 'outline'

const badgeKinds: Readonly<Record<string, BadgeKind>> = {
  confirmed: 'default',
  success: 'default',
  pending: 'secondary',
  failed: 'destructive',
  rejected: 'destructive',
}
export const badgeKindOf = (status: string): BadgeKind => badgeKinds[status.toLowerCase()] ?? 'outline'
