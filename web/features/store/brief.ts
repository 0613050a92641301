/** Characters of two lines of a card. */
const BRIEF = 68

/**
 * What a card shows of a description, whose lines are features: the first ones, as many as two lines take. A first one that is
 * longer ends at a word.
 */
export function briefOf(description: string): string {
  const [first = '', ...others] = description.trim().split(/\s*\n\s*/)
  if (first.length > BRIEF) {
    const wordEnd = first.lastIndexOf(' ', BRIEF)
    return `${first.slice(0, wordEnd > 0 ? wordEnd : BRIEF)}…`
  }
  let brief = first
  for (const feature of others) {
    const longer = `${brief} · ${feature}`
    if (longer.length > BRIEF) break
    brief = longer
  }
  return brief
}
