/** What a pause does, said where it is pressed. */
export const pauseWords =
  'Alerts open nothing until you resume trading. Their exits, stops and cancels still work.'
