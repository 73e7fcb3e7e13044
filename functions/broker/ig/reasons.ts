/** Texts for traders that explain why IG rejected a deal. */
const reasons: Readonly<Record<string, string>> = {
  ACCOUNT_NOT_ENABLED_TO_TRADING: 'the account is not enabled for trading',
  ATTACHED_ORDER_LEVEL_ERROR: 'the stop or limit is too close, too far or on the wrong side of the price',
  ATTACHED_ORDER_TRAILING_STOP_ERROR: 'the trailing stop is not valid',
  CANNOT_CHANGE_STOP_TYPE: 'the kind of stop cannot be changed',
  CANNOT_REMOVE_STOP: 'the stop cannot be removed',
  CLOSING_ONLY_TRADES_ACCEPTED_ON_THIS_MARKET: 'this market only takes trades that close a position',
  CLOSINGS_ONLY_ACCOUNT: 'the account may only close positions',
  CONFLICTING_ORDER: 'it conflicts with another order',
  CONTACT_SUPPORT_INSTRUMENT_ERROR: 'there is a problem with this instrument that IG’s support must solve',
  CR_SPACING: 'the guaranteed stop is too close to another one',
  DUPLICATE_ORDER_ERROR: 'IG treated it as a duplicate of an order sent just before',
  EXCHANGE_MANUAL_OVERRIDE: 'the exchange is in manual operation',
  FINANCE_REPEAT_DEALING: 'it was sent too soon after the previous deal',
  FORCE_OPEN_ON_SAME_MARKET_DIFFERENT_CURRENCY: 'a position on this market is open in another currency',
  GENERAL_ERROR: 'IG gave only a general error',
  GOOD_TILL_DATE_IN_THE_PAST: 'the order’s expiry is in the past',
  INSTRUMENT_NOT_FOUND: 'IG does not know the instrument',
  INSTRUMENT_NOT_TRADEABLE_IN_THIS_CURRENCY: 'the instrument does not trade in this currency',
  INSUFFICIENT_FUNDS: 'there are not enough funds on the account',
  LEVEL_TOLERANCE_ERROR: 'the price moved too far from the level asked for',
  LIMIT_ORDER_WRONG_SIDE_OF_MARKET: 'the order’s level is on the wrong side of the market price',
  MANUAL_ORDER_TIMEOUT: 'IG’s dealers did not answer in time',
  MARGIN_ERROR: 'the margin is not sufficient',
  MARKET_CLOSED: 'the market is closed',
  MARKET_CLOSED_WITH_EDITS: 'the market is closed and only takes changes to orders',
  MARKET_CLOSING: 'the market is closing',
  MARKET_NOT_BORROWABLE: 'the share cannot be sold short',
  MARKET_OFFLINE: 'the market is offline',
  MARKET_ORDERS_NOT_ALLOWED_ON_INSTRUMENT: 'the instrument doesn’t accept market orders',
  MARKET_PHONE_ONLY: 'the market can only be traded by phone',
  MARKET_ROLLED: 'the market has rolled to its next period',
  MARKET_UNAVAILABLE_TO_CLIENT: 'the market is not available to this account',
  MAX_AUTO_SIZE_EXCEEDED: 'the size is above what IG deals automatically',
  MINIMUM_ORDER_SIZE_ERROR: 'the size is below the market’s minimum',
  MOVE_AWAY_ONLY_LIMIT: 'the limit may only be moved away from the price',
  MOVE_AWAY_ONLY_STOP: 'the stop may only be moved away from the price',
  MOVE_AWAY_ONLY_TRIGGER_LEVEL: 'the level may only be moved away from the price',
  NCR_POSITIONS_ON_CR_ACCOUNT: 'the account needs a guaranteed stop on every position',
  OPPOSING_DIRECTION_ORDERS_NOT_ALLOWED: 'orders in opposite directions are not allowed',
  OPPOSING_POSITIONS_NOT_ALLOWED: 'positions in opposite directions are not allowed',
  ORDER_DECLINED: 'IG declined the order',
  ORDER_LOCKED: 'the order is being processed',
  ORDER_NOT_FOUND: 'the order is no longer at IG',
  ORDER_SIZE_CANNOT_BE_FILLED: 'the size cannot be filled',
  OVER_NORMAL_MARKET_SIZE: 'the size is above the market’s normal size',
  PARTIALY_CLOSED_POSITION_NOT_DELETED: 'the position was only partly closed',
  // This is usually a close of more than is open, which IG treats as a deal in the opposite direction.
  POSITION_ALREADY_EXISTS_IN_OPPOSITE_DIRECTION:
    'it is for more than is open, or a position in the opposite direction is open',
  POSITION_NOT_AVAILABLE_TO_CANCEL: 'the position cannot be cancelled',
  POSITION_NOT_AVAILABLE_TO_CLOSE: 'the position can’t be closed right now',
  POSITION_NOT_FOUND: 'the position is no longer open at IG',
  REJECT_CFD_ORDER_ON_SPREADBET_ACCOUNT: 'it is a CFD order and the account is for spread bets',
  REJECT_SPREADBET_ORDER_ON_CFD_ACCOUNT: 'it is a spread bet and the account is for CFDs',
  SIZE_INCREMENT: 'the size is not a multiple of the market’s step',
  STOP_OR_LIMIT_NOT_ALLOWED: 'a stop or limit is not allowed here',
  STOP_REQUIRED_ERROR: 'a stop is required',
  STRIKE_LEVEL_TOLERANCE: 'the price moved too far',
  TRAILING_STOP_NOT_ALLOWED: 'a trailing stop is not allowed here',
  UNKNOWN: 'IG gave no reason (usual causes: wrong currency, or no quotes for the market)',
  WRONG_SIDE_OF_MARKET: 'the level is on the wrong side of the market price',
}

export const reasonInWords = (reason: string) => {
  const words = reasons[reason]
  return words ? `${words} (${reason})` : reason
}

/** Reasons that mean that a market is closed. The same deal succeeds once the market opens. */
const shutReasons = ['MARKET_CLOSED', 'MARKET_CLOSED_WITH_EDITS', 'MARKET_CLOSING', 'MARKET_OFFLINE']
export const isShutReason = (reason: string) => shutReasons.includes(reason)

/** Whether a reason means that the deal is gone or cannot be changed at the moment. Only the lists show which. */
export const isGoneOrBusyReason = (reason: string) =>
  [
    'POSITION_NOT_FOUND',
    'ORDER_NOT_FOUND',
    'POSITION_NOT_AVAILABLE_TO_CLOSE',
    'POSITION_NOT_AVAILABLE_TO_CANCEL',
    'ORDER_LOCKED',
  ].includes(reason)
