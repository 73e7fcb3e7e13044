/** The kinds of badge in the specification: for a status of done, pending, failed, or anything else. */
type BadgeKind = 'default' | 'secondary' | 'destructive' | 'outline'

const badgeKinds: Readonly<Record<string, BadgeKind>> = {
  confirmed: 'default',
  success: 'default',
  pending: 'secondary',
  failed: 'destructive',
  rejected: 'destructive',
}
export const badgeKindOf = (status: string): BadgeKind => badgeKinds[status.toLowerCase()] ?? 'outline'
