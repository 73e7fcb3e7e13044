import {
  ChartNoAxesCombined,
  CircleHelp,
  ClipboardList,
  FileText,
  Layers,
  ListOrdered,
  type LucideIcon,
  Settings,
  ToggleLeft,
  Users,
} from 'lucide-react'

/** One entry of the sidebar. */
export type Entry = {
  readonly to: string
  readonly label: string
  readonly description: string
  readonly icon: LucideIcon
}

export const navigation = [
  {
    to: '/dashboard/overview',
    label: 'Overview',
    description: 'App statistics and general info',
    icon: ChartNoAxesCombined,
  },
  { to: '/dashboard/positions', label: 'Positions', description: 'Manage open positions', icon: Layers },
  {
    to: '/dashboard/orders',
    label: 'Orders',
    description: 'Manage pending/working orders',
    icon: ClipboardList,
  },
  {
    to: '/dashboard/instruments',
    label: 'Instruments',
    description: 'Your instruments and ticker data',
    icon: ListOrdered,
  },
  { to: '/dashboard/logs', label: 'Logs', description: 'Trading logs and history', icon: FileText },
  {
    to: '/dashboard/settings',
    label: 'Settings',
    description: 'Mode, credentials and trading rules',
    icon: Settings,
  },
  { to: '/dashboard/help', label: 'Help', description: 'Set up your alerts', icon: CircleHelp },
] as const satisfies readonly Entry[]

export const adminNavigation = [
  { to: '/dashboard/admin/users', label: 'Users', description: 'Everybody with an account', icon: Users },
  {
    to: '/dashboard/admin/app-settings',
    label: 'App settings',
    description: 'Registration and administrators',
    icon: ToggleLeft,
  },
] as const satisfies readonly Entry[]
