/** The effect of a pause, shown next to its button. */
export const pauseWords =
  'Alerts won’t open positions until you resume trading. Exits, stops and cancels still work.'
