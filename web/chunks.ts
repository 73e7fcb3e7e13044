/**
 * Groups of files that are loaded together. Without these groups, each small file that two screens share is a chunk of
 * its own, and a first visit requests fifty chunks. A group includes what its files import, unless a group of higher
 * priority includes it. The entries (`main.tsx`, pages) stay chunks of their own.
 */
export const chunkGroups = [
  {
    // The code that the login page runs.
    name: 'start',
    priority: 5,
    test: /node_modules\/(react-dom|scheduler)\/|shared\/journal\/names\.ts$|web\/(app\/router|features\/session\/(auth-card|site-state)|components\/(field|form-alert|submit-button|text-link|load-failure)|lib\/(failures|api|submitting|use-title|use-attempt|toaster-slot|way-back))\.tsx?$/,
  },
  {
    // The frame around every screen, and the data that most screens read.
    name: 'shell',
    priority: 4,
    test: /node_modules\/@tanstack\/(react-query|query-core)\/|shared\/(platform\/(words|figures)|logs\/is-of-burst|alerts\/market-pattern)\.ts$|~icons\/(chevron-(left|right|down)|x|check|search)$|web\/(app\/(with-queries|sidebar|palette|outage-notice|notices|bottom-bar|use-unread|drawer-button)|features\/(account-strip\/(?!account-sheet).*|stop-and-close\/stop-and-close|trading-pause\/(trading-control|trading-state|use-.*)|review\/use-.*|session\/step-up-slot)|components\/(page-header|print-button|states|outcome-badge|card|broker-screen|note|load-when-open|popover|main-content|when-near|market-name)|lib\/(client|ask-for-proof|stats-query|gain-class|account-query|use-broker|use-now|list-place|positions-query|market-of|use-is-paper))\.tsx?$/,
  },
  // Components that most screens use, but the first screen does not.
  { name: 'choices', priority: 3, test: /web\/components\/(confirm-dialog|select)\.tsx?$/ },
  { name: 'tables', priority: 3, test: /web\/components\/(data-table\/.*|deal-card|deal-dialog)\.tsx?$/ },
  {
    name: 'charts',
    priority: 2,
    test: /node_modules\/(d3-array|d3-shape|d3-path|internmap)\/|web\/(components\/charts\/|features\/overview\/equity-chart\.tsx$)/,
  },
  {
    // The declarations of settings, strategies’ rules and limits, and where each is on its page.
    name: 'declared',
    priority: 2,
    test: /shared\/(settings\/(trading-settings|secret-mask)|strategies\/strategy-rules|limits\/loss-limits)\.ts$|web\/(features\/settings\/setting-places|lib\/use-focused-setting)\.ts$/,
  },
  {
    // Components that the overview shares with other screens.
    name: 'parts',
    priority: 2,
    test: /web\/(components\/(risk-bar|alert-row|tile)|features\/limits\/overview-limits|lib\/logs-query)\.tsx?$/,
  },
  {
    // How an alert was decided and how it ended.
    name: 'decided',
    priority: 1,
    test: /web\/(components\/(decision-trace|fix-link|stake-figures|detail-list|phase-list)|lib\/ended-alert)\.tsx?$/,
  },
  { name: 'contract', priority: 1, test: /shared\/contract\/index\.ts$/ },
  {
    name: 'forms',
    priority: 0,
    test: /node_modules\/(react-hook-form|@hookform\/resolvers)\/|web\/(components\/(choose-button|form|form-field|number-field|segmented)|lib\/(following-stored|use-copy|use-live-secret))\.tsx?$/,
  },
]
