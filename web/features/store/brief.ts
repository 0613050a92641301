/** Characters of a description in a card, about nine lines: three or four facts, as most products have, stand there whole. */
const BRIEF = 240

interface Brief {
  readonly text: string
  readonly isWhole: boolean
}

/** What a card shows of a description: all of it, or as many whole lines as there is room for. A first line that is longer ends at a word. */
export function briefOf(description: string): Brief {
  const whole = description.trim()
  if (whole.length <= BRIEF) return { text: whole, isWhole: true }
  const cut = whole.slice(0, BRIEF + 1)
  const lineEnd = cut.lastIndexOf('\n')
  if (lineEnd > 0) return { text: cut.slice(0, lineEnd).trimEnd(), isWhole: false }
  const wordEnd = cut.lastIndexOf(' ')
  return { text: `${cut.slice(0, wordEnd > 0 ? wordEnd : BRIEF)}…`, isWhole: false }
}
