/** A predicate that is true if a lower-case text contains every word of a search. */
export const wordSearch = (search: string): ((text: string) => boolean) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => words.every((word) => text.includes(word))
}
