/** Whether a text in small letters has every word of a search. */
export const wordSearch = (search: string): ((text: string) => boolean) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => words.every((word) => text.includes(word))
}
