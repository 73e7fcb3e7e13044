/** Replaces `from`, which occurs once in the file, by `to`. */
type SourceMutant = { readonly file: string; readonly from: string; readonly to: string }

const exits = 'shared/trading/rules/exits.ts'
const inStep = 'shared/trading/rules/in-step.ts'
const stops = 'shared/trading/rules/stops.ts'
const close = 'functions/trading/send/close.ts'
const closing = 'functions/trading/send/closing-deals.ts'
const ledger = 'functions/trading/ledger/ledger.ts'
const order = 'functions/trading/ledger/alert-order.ts'
const timed = 'functions/trading/watch/timed-alerts.ts'
const rowsOfJournal = 'shared/journal/ledger-row.ts'
const historyOfJournal = 'shared/journal/history.ts'
const tradesOfJournal = 'shared/journal/trades.ts'
const collecting = 'functions/journal/collect.ts'
const resolve = 'functions/trading/look-up/resolve-claim.ts'
const watch = 'shared/trading/model/watch.ts'
const limitUses = 'shared/trading/model/limit-uses.ts'
const limitRules = 'shared/trading/rules/limits.ts'
const watching = 'functions/trading/watch/watch-account.ts'
const limitsWatch = 'functions/trading/watch/watch-limits.ts'
const tripping = 'functions/trading/watch/trip-limits.ts'

/**
 * Mutants of pure code, which has no ports to wrap. A worker changes the source while loading it. The first mutants remove
 * the fix of each known fault (A1 to A16).
 */
export const sourceMutants: Readonly<Record<string, SourceMutant>> = {
  'A1: asks again for the first size of a close that was filled in part': {
    file: closing,
    from: 'const left = leftToClose(deal, closedOf(state), listed.size)',
    to: 'const left = deal',
  },
  'A2: leaves what a refused reversal left on the other side': {
    file: inStep,
    from: "const closesAll = alert.strategy !== undefined || outOfStep === 'FOLLOW'",
    to: "const closesAll = outOfStep === 'FOLLOW'",
  },
  'A3: an approval opens after its strategy has left': {
    file: order,
    from: 'if (confirms !== undefined) return decided.find((each) => !isSame(confirms, each.alertId))',
    to: 'if (confirms !== undefined) return undefined',
  },
  'A4: an older alert trades after a newer one was decided': {
    file: order,
    from: 'if (strategy !== undefined) return decided.find(isNewer)',
    to: 'if (strategy !== undefined) return undefined',
  },
  'A5: a timed break-even moves stops that are not due': {
    file: stops,
    from: 'alert.onlyDeal === undefined ? own : own.filter(({ dealId }) => dealId === alert.onlyDeal)',
    to: 'own',
  },
  'A6: a trail moves a stop away from the market': {
    file: stops,
    from: "const isOurs = trail || stop?.kind === 'break-even'",
    to: "const isOurs = stop?.kind === 'break-even'",
  },
  'A7: a close that runs out of time leaves the rest': {
    file: close,
    from: "if (left.length > 0 || closing.dealsThatAre('unknown', 'sent', 'vanished').length > 0) {",
    to: "if (closing.dealsThatAre('unknown', 'sent', 'vanished').length > 0) {",
  },
  'A8: flat by time is tried once a day': {
    file: timed,
    from: 'if (turn > 0) await send(',
    to: 'if (turn < 0) await send(',
  },
  'A9: follows no position whose epic has changed': {
    file: 'shared/trading/rules/holdings.ts',
    from: "epic === '*' || deal.epic === epic || deal.market === market",
    to: "epic === '*' || deal.epic === epic",
  },
  'A10: one empty list ends ownership': {
    file: ledger,
    from: 'if (missingSince === undefined) return [{ ...deal, missingSince: listed.readAt }]',
    to: 'if (missingSince === undefined) return []',
  },
  'A11: follows no position that rolled': {
    file: 'functions/trading/look-up/follow-rolls.ts',
    from: 'if (successors.length === 0) return []',
    to: 'if (successors.length >= 0) return []',
  },
  'A12: searches for unknown epics with each alert': {
    file: 'functions/broker/ig/read-together.ts',
    from: 'unknown.set(only, now + unknownFor)',
    to: 'unknown.delete(only)',
  },
  'A13: an id of thirty days ago counts as decided': {
    file: ledger,
    from: 'deal.alertId === alertId && now - deal.knownAt < limits.placedMemory',
    to: 'deal.alertId === alertId',
  },
  'A14: an approved reversal is decided as if it had closed nothing': {
    file: 'functions/trading/accept/confirm-alert.ts',
    from: '{ alert: asAsked(first) }',
    to: '{ alert: asAsked(first).action === first.alert.action ? first.alert : first.alert }',
  },
  'A15: an exit behind its re-entry closes that too': {
    file: inStep,
    from: 'if (sameTime && sameTime.end === from)',
    to: "if (sameTime && sameTime.end === ('none' as never))",
  },
  'A16: each order in doubt reads the lists for itself': {
    file: 'functions/trading/look-up/activity-reader.ts',
    from: 'const lists = readings.get(name) ?? broker.readAccount(login)',
    to: 'const lists = broker.readAccount(login)',
  },
  'A16: counts minutes in which nothing was asked': {
    file: resolve,
    from: "error.kind === 'allowance' && error.code === null ? 'not asked' : 'no answer'",
    to: "'no answer'",
  },

  // --- Waiting exits and sizes of closes ---
  'A2: a wait ends an exit': {
    file: 'shared/trading/rules/alert-age.ts',
    from: 'if (waitsSince !== undefined)',
    to: 'if (waitsSince !== undefined && waitsSince > now)',
  },
  'B1: verdicts on closes have no deadline': {
    file: close,
    from: '          isFinal: confirmsClosing,\n          until: this.#until,\n',
    to: '          isFinal: confirmsClosing,\n',
  },
  'A4: nothing is kept for exits once IG has said what it allows': {
    file: 'functions/broker/allowance/state.ts',
    from: "const kept = rank === 'confirm' || rank === 'exit' ? 0 : levels.exits",
    to: "const kept = rank === 'confirm' || rank === 'exit' || state.allowed ? 0 : levels.exits",
  },
  'A4: a sequence starts without room for its verdict': {
    file: 'functions/broker/allowance/key-count.ts',
    from: "const verdicts = rank === 'confirm' || !isAlert ? 0 : Math.min(owed + (isDeal || order ? 1 : 0), mostOwed)",
    to: 'const verdicts = 0',
  },
  'B2: a close takes its size from a list older than our last change': {
    file: 'functions/trading/ledger/deal-changes.ts',
    from: 'if (changes.length === 0) return null',
    to: 'if (changes.length >= 0) return null',
  },
  'B3: a stop of a position that rolled is not found': {
    file: stops,
    from: 'const own = ownOn(account, alert, igEpic).positions',
    to: 'const own = ownOn(account, alert, igEpic).positions.filter(({ epic }) => epic === igEpic)',
  },

  // --- Exits and reversals ---
  'what the first leg of a reversal closed still counts': {
    file: 'functions/trading/ledger/account-state.ts',
    from: '...(closedLegOf(ledger, alertId)?.dealIds ?? []),',
    to: '',
  },
  'a reversal closes its own side too': {
    file: exits,
    from: 'const held = withDirection(ownOn(account, alert, igEpic), opposite(direction))',
    to: 'const held = ownOn(account, alert, igEpic)',
  },
  'an overtaken reversal opens all the same': {
    file: inStep,
    from: 'return snapshot.isOvertaken ?',
    to: 'return (false as boolean) ?',
  },
  'a stopped reversal stays one': {
    file: ledger,
    from: '{ intent: { ...closing, opensNothing: true } }',
    to: '{ intent: { ...closing, opensNothing: true, thenOpen: _ } }',
  },
  'CANCEL closes what fills': {
    file: exits,
    from: "scope: 'orders',",
    to: "scope: 'named',",
  },
  'a filled order counts as deleted': {
    file: resolve,
    from: "if (ended === 'deleted' || ended === 'filled and closed') done.push(dealId)",
    to: "if (ended !== 'unknown') done.push(dealId)",
  },
  'a vanished order counts as deleted': {
    file: resolve,
    from: "if (ended === 'deleted' || ended === 'filled and closed') done.push(dealId)",
    to: "if (ended !== 'filled') done.push(dealId)",
  },
  'an untagged exit takes deals whose owner is unknown': {
    file: 'shared/trading/rules/holdings.ts',
    from: '(strategy === undefined && !mayBeAnothers)',
    to: 'strategy === undefined || mayBeAnothers',
  },
  'an exit does not wait for an order whose fate is unknown': {
    file: exits,
    from: "const awaits = kind === 'reduce' ? [] : inFlight.flatMap(({ dealReference }) => dealReference ?? [])",
    to: 'const awaits: string[] = []',
  },
  'an exit that waited closes nothing': {
    file: 'functions/trading/look-up/awaited-orders.ts',
    from: 'if (positions.length + workingOrders.length > 0)',
    to: 'if (positions.length + workingOrders.length > 1_000)',
  },

  // --- Stops ---
  'the stop of an unconfirmed order moves': {
    file: stops,
    from: 'if (isUnconfirmed) return',
    to: 'if (isUnconfirmed && market.epic === "") return',
  },
  'takes points for a price': {
    file: stops,
    from: 'new Big(points).div(market.scalingFactor).times(sign)',
    to: 'new Big(points).times(sign)',
  },

  'moves a guaranteed stop': {
    file: stops,
    from: 'if (controlledRisk) return',
    to: 'if (controlledRisk && market.epic === "") return',
  },

  // --- Rules ---
  'the shorter of two cooldowns holds': {
    file: 'shared/trading/rules/strategy.ts',
    from: 'Math.max(snapshot.settings.instrumentTradeCooldownPeriodInHours, rulesOf(snapshot).cooldownHours ?? 0)',
    to: 'Math.min(snapshot.settings.instrumentTradeCooldownPeriodInHours, rulesOf(snapshot).cooldownHours ?? 0)',
  },
  'forgets the price multiplier of an ATR': {
    file: 'shared/trading/rules/order.ts',
    from: 'bigFrom(carried)?.times(tradingViewPriceMultiplier)',
    to: 'bigFrom(carried)?.times(1)',
  },
  'forgets the price multiplier': {
    file: 'shared/trading/rules/instrument.ts',
    from: 'number.times(multiplier) : null',
    to: 'number.times(multiplier === "" ? multiplier : 100) : null',
  },
  'the first orders after going live are of full size': {
    file: ledger,
    from: 'return left > 0 ? { since: liveSince, left } : undefined',
    to: 'return left > 1_000 ? { since: liveSince, left } : undefined',
  },
  'K1: an order may lose twice the risk': {
    file: 'shared/trading/model/arithmetic.ts',
    from: 'return most.times(scalingFactor).times(exchangeRate)',
    to: 'return most.times(2).times(scalingFactor).times(exchangeRate)',
  },
  'K2: a risk counts as money of the dealing currency': {
    file: 'shared/trading/model/arithmetic.ts',
    from: 'return most.times(scalingFactor).times(exchangeRate)',
    to: 'return most.times(scalingFactor).times(exchangeRate === "" ? 0 : 1)',
  },
  'K3: the risk of the strategy does not win': {
    file: 'shared/trading/rules/size.ts',
    from: 'riskSetting(own.riskPercent, own.riskAmount) ?? riskSetting(instrument.riskPercent, instrument.riskAmount)',
    to: 'riskSetting(instrument.riskPercent, instrument.riskAmount) ?? riskSetting(own.riskPercent, own.riskAmount)',
  },
  'K4: orders on their way take no margin': {
    file: 'shared/trading/rules/margin.ts',
    from: 'sum.plus(deal.margin ?? 0)',
    to: 'sum.plus(0)',
  },
  'believes a contract size that contradicts': {
    file: 'functions/broker/ig/mapper.ts',
    from: 'if (!stated?.eq(unitValue))',
    to: 'if (!stated)',
  },

  // --- Questions ---
  'a question is recorded as a refusal': {
    file: 'shared/trading/model/rule.ts',
    from: "outcome: 'ASKED',\n  answerBy,",
    to: "outcome: 'REFUSED',\n  answerBy,",
  },
  'each approval is another alert': {
    file: 'functions/trading/accept/confirm-alert.ts',
    from: 'shortHash(`confirms ${alertId}`)',
    to: 'shortHash(`confirms ${alertId} ${clock.now()}`)',
  },

  // --- Pauses ---
  'a pause counts only when the order is claimed': {
    file: 'functions/trading/send/submit-order.ts',
    from: 'lastStop = failedFenceCheck(claim, now, ports.clock.now())',
    to: 'void now',
  },
  'a pause holds exits back': {
    file: 'shared/trading/decide.ts',
    from: 'if (opens) yield* notPaused(snapshot)',
    to: 'yield* notPaused(snapshot)',
  },
  'Stop everything holds no exit back that has begun': {
    file: 'functions/trading/send/failed-fence-check.ts',
    from: "return claim.intent.kind === 'open' ? 'trading paused' : 'everything stopped'",
    to: "if (claim.intent.kind === 'open') return 'trading paused'",
  },
  'what was held is too old once it may be carried out': {
    file: 'functions/trading/accept/confirm-alert.ts',
    from: 'heldAt: decidedAt,',
    to: '',
  },
  'what was held closes what was opened afterwards': {
    file: order,
    from: 'at > heldAt ? at : []',
    to: 'at > heldAt + 86_400_000 ? at : []',
  },
  'the safety brake holds a close back that has begun': {
    file: 'functions/trading/send/failed-fence-check.ts',
    from: '  if (settings.stoppedSince !== null)\n',
    to: "  if (settings.stoppedSince !== null || settings.tradingPause?.by === 'BRAKE')\n",
  },
  'a pause holds a close back that has begun': {
    file: 'functions/trading/send/failed-fence-check.ts',
    from: "if (claim.intent.kind === 'open') {",
    to: "if (claim.intent.kind !== 'amend') {",
  },

  // --- The journal ---
  'J1: a window that is read twice counts twice': {
    file: rowsOfJournal,
    from: 'for (const { key } of known) byKey.delete(key)',
    to: '',
  },
  'J2: equal rows are one row': {
    file: rowsOfJournal,
    from: 'keyed(read).map((row) => [row.key, row])',
    to: 'keyed(read).map((row) => [identityOf(row), row])',
  },
  'J3: a short position counts as a long one': {
    file: rowsOfJournal,
    from: "minus.test(size) ? 'SELL' : 'BUY'",
    to: "'BUY'",
  },
  'J4: every WITH is a withdrawal': {
    file: rowsOfJournal,
    from: '  if (charge) return charge\n',
    to: "  if (type === 'WITH') return 'transfer'\n  if (charge) return charge\n",
  },
  'J5: the sign of a transfer is taken from its amount': {
    file: rowsOfJournal,
    from: "row.transactionType === 'WITH' ? size.times(-1) : size",
    to: 'new Big(amount)',
  },
  'J6: only DEAL is a trade': {
    file: rowsOfJournal,
    from: '!cashTransaction && bigFrom(unsigned(size)) !== null',
    to: "type === 'DEAL' && bigFrom(unsigned(size)) !== null",
  },
  'J7: a comma in an amount is a decimal point': {
    file: rowsOfJournal,
    from: "bigFrom(readNumber(decimalSignOf(parts.digits) ?? '.', parts.digits) ?? '')",
    to: "bigFrom(parts.digits.replace(',', '.').replace(/[^0-9.]/g, ''))",
  },
  'J8: the reference alone decides': {
    file: tradesOfJournal,
    from: 'const sure = named.filter((position) => agrees(row, position) && openedApart(row, position) <= nearest)',
    to: 'const sure = named',
  },
  'J10: a position that rolled is another trade': {
    file: historyOfJournal,
    from: 'return from === undefined || from === dealId || !positions.has(from) ? dealId : rootOf(from)',
    to: 'return from === undefined ? dealId : dealId',
  },
  'J11: what was closed stays open': {
    file: tradesOfJournal,
    from: 'if (position) position.left = position.left.minus(sizeOf(row))',
    to: '',
  },
  'J12: a trade is the alert’s of the same strategy': {
    file: tradesOfJournal,
    from: "owners.get(position.dealReference ?? '')",
    to: '[...owners.values()][0]',
  },
  'J13: late rows are looked for during one day only': {
    file: collecting,
    from: 'const nightlyReach = 14 * day',
    to: 'const nightlyReach = day',
  },
  'J14: what a failed reading left out is never read': {
    file: collecting,
    from: '{ ...run.head, failure: error.message, isRetriedSoon',
    to: '{ ...run.head, readAt: now, nightAt: now + 40 * day, failure: error.message, isRetriedSoon',
  },
  'J15: a run forgets the rows before it': {
    file: collecting,
    from: 'reading.rows.reduce(withRows, keyed(before.raw.rows))',
    to: 'reading.rows.reduce(withRows, keyed([]))',
  },
  'J16: a run forgets the notes before it': {
    file: collecting,
    from: '[...known.filter((note) => !isRead.has(nameOfNote(note))), ...read]',
    to: 'read',
  },
  'J17: every balance is taken for right': {
    file: 'shared/journal/summary.ts',
    from: 'const [anchor] = readings',
    to: 'const anchor = readings.at(-1)',
  },
  'J18: a close is reported again with each reading': {
    file: 'functions/journal/closed-trades.ts',
    from: 'return (seen.get(name) ?? 0) > (known.get(name) ?? 0)',
    to: 'return known.size >= 0',
  },
  'L1: the balance is taken for the equity': {
    file: watch,
    from: 'new Big(balance).plus(profitLoss)',
    to: 'new Big(balance)',
  },
  'L2: the sum of what is open is taken for the equity': {
    file: watch,
    from: 'new Big(balance).plus(profitLoss)',
    to: 'new Big(profitLoss)',
  },
  'L3: a limit must be exceeded to be reached': {
    file: limitUses,
    from: 'new Big(used).gte(most)',
    to: 'new Big(used).gt(most)',
  },
  'L4: a later reading lifts what was reached': {
    file: watch,
    from: "if (stood && known && !(isNewDay && limits.until === 'NEXT_DAY')) reached[key] = stood",
    to: 'void stood',
  },
  'L5: a trip is forgotten': {
    file: tripping,
    from: 'if (await store.trip(login, trip)) made.push(trip)',
    to: 'made.push(trip)',
  },
  'L6: what was tripped stops no decision': {
    file: limitRules,
    from: 'const trip = tripOf(settings, alert.strategy, now)',
    to: 'const trip = undefined as Trip | undefined',
  },
  'L7: a trip ends a minute late': {
    file: limitRules,
    from: 'Date.parse(trip.until) > now',
    to: 'Date.parse(trip.until) + 60_000 > now',
  },
  'L8: a deposit counts as profit': {
    file: watch,
    from: 'sum(transfers.filter(({ at }) => at > since && at <= until).map(({ amount }) => amount))',
    to: 'sum([])',
  },
  'L9: a withdrawal trips': {
    file: limitUses,
    from: 'return isReachedAt(reached.at) && isReachedAt(reached.at - balanceMargin) ? [] : [limit.key]',
    to: 'return []',
  },
  'L10: no new day ever begins': {
    file: watch,
    from: 'const isNewDay = before.reading !== null && dayStart > before.dayStart',
    to: 'const isNewDay = false as boolean',
  },
  'L11: equity that cannot be read is taken as it was': {
    file: watching,
    from: '(asked = await retryOnce(clock, () => broker.readEquity(login)))',
    to: '(asked = await retryOnce(clock, () => broker.readEquity(login)).catch(() => watch.reading!))',
  },
  'L12: equity is never read again': {
    file: watching,
    from: 'reading !== null && now - reading.at <= maxAge &&',
    to: 'reading !== null &&',
  },
  'L13: a winning trade does not end a losing streak': {
    file: limitUses,
    from: 'if (new Big(result).gt(0)) streak = 0',
    to: 'if (new Big(result).gt(1e9)) streak = 0',
  },
  'L14: a trade that came to nothing ends a losing streak': {
    file: limitUses,
    from: 'if (new Big(result).gt(0)) streak = 0',
    to: 'if (new Big(result).gte(0)) streak = 0',
  },
  'L15: trades in flight do not count': {
    file: watching,
    from: 'if (claim.tradingDay === dayStart && claim.alertId !== alertId)',
    to: 'if (claim.tradingDay === -1)',
  },
  'O1: alerts of one time are followed as they arrive': {
    file: 'shared/trading/model/same-time.ts',
    from: 'if (expected) return { end: expected, isPath: true }',
    to: 'if (expected) return { end: steps.at(-1)?.to ?? expected, isPath: true }',
  },
  'O2: a strategy that says it is flat opens': {
    file: 'shared/alerts/alert-parser.ts',
    from: "const action = change ? actionOf(change) : isFlat ? 'CLOSE' : ordered",
    to: 'const action = change ? actionOf(change) : ordered',
  },
  'O3: an exit ends at a shut market': {
    file: 'functions/trading/send/closing-states.ts',
    from: "if (isShut) return { kind: 'untouched'",
    to: "if (isShut && mayPassLater) return { kind: 'untouched'",
  },
  'O4: an exit stays waiting once its market deals': {
    file: 'functions/trading/send/opening-wait.ts',
    from: 'if (unsentOf(intent).some((deal) => open.has(epicOf(deal)))) return true',
    to: 'if (open.size < 0) return true',
  },
  'O5: an exit that waits for its market closes what was opened since': {
    file: 'functions/trading/send/closing-alert.ts',
    from: "{ scope: stored.scope ?? 'named' }",
    to: '{ scope: undefined as never }',
  },
  'O6: an entry adds to what an exit before it closes': {
    file: inStep,
    from: 'const held = isExit ? own : withoutLeaving(own, account, to)',
    to: 'const held = own',
  },
  'O8: flat-by-time ends at midnight': {
    file: 'functions/trading/flat-by-time.ts',
    from: 'const isBegun = due.isToday || now <= until || first !== null',
    to: 'const isBegun = due.isToday',
  },
  'O9: flat-by-time leaves an entry of the minute after': {
    file: 'functions/trading/flat-by-time.ts',
    from: 'const lateEntries = 10 * minute',
    to: 'const lateEntries = 0',
  },
  'O10: what another strategy opened ends a held exit': {
    file: order,
    from: '.filter((opened) => strategy === undefined || opened.strategy === strategy)',
    to: '.filter(() => true)',
  },
  'O12: look-ups of verdicts use what is kept for exits': {
    file: 'functions/broker/allowance/key-count.ts',
    from: 'if (isLookUp) return owed.slice(1).slice(-2)',
    to: 'if (isLookUp) return owed.slice(-2)',
  },
  'L16: a limit stops exits': {
    file: 'shared/trading/decide.ts',
    from: 'if (!opens && snapshot.settings.stoppedSince !== null)',
    to: "if (!opens && snapshot.settings.lossLimits) yield* check('no limit reached', notTripped(snapshot))\n  if (!opens && snapshot.settings.stoppedSince !== null)",
  },
  'L17: what is open stays open': {
    file: 'functions/trading/watch/close-everything.ts',
    from: 'if (!trip || !isClosing(trip)) return',
    to: 'if (!trip || isClosing(trip) !== null) return',
  },
  'L18: open risk leaves out what is in flight': {
    file: limitRules,
    from: '...inFlightRisks(account, terms.market),',
    to: '',
  },
  'L19: open risk leaves out working orders': {
    file: limitRules,
    from: '...account.workingOrders.map((order) => ({',
    to: '...[].map((order: WorkingOrder) => ({',
  },
  'L20: an order that was claimed before the trip leaves after it': {
    file: 'functions/trading/send/failed-fence-check.ts',
    from: 'if (trip) return { limit: trip.sentence }',
    to: 'void trip',
  },
  'L21: a limit that only counts closes everything': {
    file: 'shared/limits/loss-limits.ts',
    from: "return strategy === null && closing !== undefined && onReach[closing] === 'CLOSE'",
    to: "return strategy === null && Object.values(onReach).includes('CLOSE') && closing !== ('' as string)",
  },
  'L22: what is open is closed by the run after the one that trips': {
    file: limitsWatch,
    from: 'await closeWhatWasOpen(ports, { ...user, trips: [...made, ...(user.trips ?? [])] }, ledger)',
    to: 'await closeWhatWasOpen(ports, user, ledger)',
  },
  'L23: what a trip has still to close is forgotten at the end of the day': {
    file: limitRules,
    from: '(trip.until === null || Date.parse(trip.until) > now || isClosing(trip))',
    to: '(trip.until === null || Date.parse(trip.until) > now)',
  },
  'L24: what was opened after a trip is closed too': {
    file: 'functions/trading/watch/close-everything.ts',
    from: 'onlyDeals: named,',
    to: 'onlyDeals: listed.positions.map(({ dealId }) => dealId),',
  },
  'L25: a close counts only once it is booked': {
    file: limitRules,
    from: 'notBooked(recentCloses, bookings).map((close) => ({',
    to: 'notBooked([], bookings).map((close) => ({',
  },
  'L26: a position that cannot be valued counts as nothing': {
    file: limitRules,
    from: 'unknown: [...unknown, market ?? epic]',
    to: 'unknown',
  },
  'L27: money of another currency is multiplied by the rate': {
    file: 'shared/trading/model/arithmetic.ts',
    from: 'plain(new Big(worth.unitValue).div(worth.exchangeRate))',
    to: 'plain(new Big(worth.unitValue).times(worth.exchangeRate))',
  },
  'L28: a fall of the balance that nothing explains closes everything': {
    file: tripping,
    from: 'const closes = unexplained === null && closesEverything(lossLimits, each)',
    to: 'const closes = closesEverything(lossLimits, each)',
  },
  'L29: only the mode that alerts trade in is watched': {
    file: 'functions/trading/visit-users.ts',
    from: 'for (const user of (await ports.store.getTimedAccounts(userId).catch(fail)) ?? []) {',
    to: 'for (const user of ((await ports.store.getTimedAccounts(userId).catch(fail)) ?? []).filter(({ isTraded }) => isTraded)) {',
  },
  'L30: the highest balance of a drawdown rises within the day': {
    file: watch,
    from: "else if (limit === 'drawdown' && isNewDay)",
    to: "else if (limit === 'drawdown')",
  },
  'L31: a limit that a decision saw reached is not kept': {
    file: 'functions/trading/decide/decide-alert.ts',
    from: 'await keepReached(ports, login, reachedNow(snapshot))',
    to: 'void [keepReached, reachedNow]',
  },
  'L32: the reading of the day before measures the first minute of this one': {
    file: watching,
    from: 'now - reading.at <= maxAge && tradingDay(now, day).startsAt === dayStart',
    to: 'now - reading.at <= maxAge',
  },
  'L33: what was reached on the day before is judged by the start of this one': {
    file: limitUses,
    from: 'const base = reached[key]?.base ?? bases[key]',
    to: 'const base = bases[key]',
  },
  'L34: the clock takes what strategies hold for nothing': {
    file: limitsWatch,
    from: 'if (reading && isFlat(reading)) return {}',
    to: 'if (reading) return {}',
  },
  'B4: a close or delete whose answer is unclear is sent again': {
    file: 'functions/trading/send/closing-states.ts',
    from: "case 'unknown':\n      return unknownFate",
    to: "case 'unknown':\n      return { kind: 'untouched', reason: 'unknown' }",
  },
  'B5: the next run sends again what the run before may have sent': {
    file: 'functions/trading/send/closing-alert.ts',
    from: 'const isUnsent = !isResumed || this.#kept.has(name)',
    to: "const isUnsent = !isResumed || name !== ''",
  },
}
