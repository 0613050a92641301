import { plainText } from '#domain/plain-text.ts'
import { richText, richTextToPlain as wordsOnly } from '#domain/rich-text.ts'
import type { Article, Articles } from './articles.ts'
import type { HelpId } from './help-ids.ts'

/** From (included) to (excluded), in characters of the text. */
type Range = readonly [number, number]

/** The words of a search, without case and accents. */
export const searchWords = (typed: string): string[] => [...new Set(plainText(typed).split(/\s+/).filter(Boolean))]

/** A text without case and accents, with the original position of each character. */
function folded(text: string): { plain: string; places: number[] } {
  let plain = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const bare = character
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
    for (let n = 0; n < bare.length; n++) places.push(at)
    plain += bare
    at += character.length
  }
  places.push(text.length)
  return { plain, places }
}

/** Positions of words in a text, ignoring case and accents; adjacent ranges are merged. */
export function matchesIn(text: string, words: readonly string[]): Range[] {
  const { plain, places } = folded(text)
  const found: Range[] = []
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      found.push([places[at] ?? 0, places[at + word.length] ?? text.length])
    }
  }
  const merged: Range[] = []
  for (const range of found.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && range[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])]
    else merged.push(range)
  }
  return merged
}

/** Characters around the first match of a body. */
const BEFORE = 40
const AROUND = 150

function excerptOf(text: string, words: readonly string[]): string {
  const [first] = matchesIn(text, words)
  if (!first) return text.slice(0, AROUND)
  const from = first[0] <= BEFORE ? 0 : text.indexOf(' ', first[0] - BEFORE) + 1
  if (from + AROUND >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from)}`
  const cut = text.slice(from, text.lastIndexOf(' ', from + AROUND))
  return `${from > 0 ? '… ' : ''}${cut} …`
}

export interface HelpHit {
  readonly id: HelpId
  readonly title: string
  /** where it was found */
  readonly excerpt: string
}

/** Of a question in a sentence, which has words that no article needs, half of the words are enough; of two words both are needed. */
const isEnough = (count: number, words: readonly string[]): boolean =>
  count === words.length || count >= Math.max(2, words.length / 2)

const countIn = (text: string, words: readonly string[]): number => {
  const plain = plainText(text)
  return words.filter((word) => plain.includes(word)).length
}

const bodyOf = ({ lead, body }: Article): string => `${lead}\n${wordsOnly(richText(body))}`.replaceAll('\n', ' ')

/**
 * The articles that contain every word, in the order of the contents, title matches first; if there are none, those with the most of
 * them.
 */
export function searchHelp(articles: Articles, ids: readonly HelpId[], typed: string): HelpHit[] {
  const words = searchWords(typed)
  if (words.length === 0) return []
  const counted = ids.map((id) => {
    const { title } = articles[id]
    const body = bodyOf(articles[id])
    return { id, title, body, count: countIn(`${title} ${body}`, words), inTitle: countIn(title, words) }
  })
  const most = Math.max(...counted.map(({ count }) => count))
  const hits = counted.filter(({ count }) => count === most && isEnough(count, words))
  return hits
    .sort((a, b) => b.inTitle - a.inTitle)
    .map(({ id, title, body }) => ({ id, title, excerpt: excerptOf(body, words) }))
}
