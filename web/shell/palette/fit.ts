import { plainText } from '#domain/plain-text.ts'

/** From so many letters on a word may have a typing error. */
const FORGIVEN_LENGTH = 5
/** From so many letters on a text is found in the midst of a word. */
const INSIDE_LENGTH = 3

const wordsOf = (text: string): string[] => plainText(text).split(/\s+/).filter(Boolean)

/** Whether one letter was left out, added or changed, or two were swapped, in the beginning of a word. */
function isAlmostBeginning(typed: string, word: string): boolean {
  if (typed.length < FORGIVEN_LENGTH) return false
  const at = [...typed].findIndex((letter, index) => letter !== word[index])
  if (at < 0) return true
  // a wrong first letter makes another word
  if (at === 0) return false
  const [rest, other] = [typed.slice(at), word.slice(at)]
  const swapped = (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2)
  return (
    [rest.slice(1), swapped].some((one) => other.startsWith(one)) ||
    other.slice(1).startsWith(rest) ||
    other.slice(1).startsWith(rest.slice(1))
  )
}

/** Whether each typed word fits one of the phrase's, each of those once. */
function fitsWords(
  typed: readonly string[],
  phrase: readonly string[],
  fits: (typed: string, word: string) => boolean,
): boolean {
  const left = [...phrase]
  return typed.every((one) => {
    const at = left.findIndex((word) => fits(one, word))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const begins = (typed: string, word: string): boolean => word.startsWith(typed)

/**
 * How well a typed text fits a phrase, whatever the case and the accents: 0 is the phrase, 1 its beginning, 2 the beginnings of some of its
 * words, 3 a part of it, 4 the same with a typing error. Undefined: not at all.
 */
export function fitOf(typed: string, phrase: string): number | undefined {
  const [text, whole] = [wordsOf(typed), wordsOf(phrase)]
  const [joined, other] = [text.join(' '), whole.join(' ')]
  if (joined === '') return undefined
  if (joined === other) return 0
  if (other.startsWith(joined)) return 1
  if (fitsWords(text, whole, begins)) return 2
  if (joined.length >= INSIDE_LENGTH && other.includes(joined)) return 3
  return fitsWords(text, whole, (one, word) => begins(one, word) || isAlmostBeginning(one, word)) ? 4 : undefined
}

/** The best fit among several phrases. */
export function bestFit(typed: string, phrases: readonly string[]): number | undefined {
  const fits = phrases.flatMap((phrase) => fitOf(typed, phrase) ?? [])
  return fits.length > 0 ? Math.min(...fits) : undefined
}

/** Those that a text fits, the best first, in their own order where they fit alike. */
export function fitting<T>(typed: string, all: readonly T[], phrasesOf: (one: T) => readonly string[]): T[] {
  const fits = all.flatMap((one) => {
    const fit = bestFit(typed, phrasesOf(one))
    return fit === undefined ? [] : [{ one, fit }]
  })
  return fits.sort((a, b) => a.fit - b.fit).map(({ one }) => one)
}
