/** Explains what a pause does. Shown next to the button that pauses trading. */
export const pauseWords =
  'Alerts won’t open positions until you resume trading. Exits, stops and cancels still work.'
