/** What a pause does, said where it is pressed. */
export const pauseWords =
  'Alerts won’t open positions until you resume trading. Exits, stops and cancels still work.'
