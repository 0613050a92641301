import { plainText } from '#domain/plain-text.ts'
import { richText, richTextToPlain as wordsOnly } from '#domain/rich-text.ts'
import type { Article, Articles } from './articles.ts'
import type { HelpId } from './help-ids.ts'

/** From (included) to (excluded), in characters of the text. */
type Range = readonly [number, number]

/** The words of a search, without case and accents. */
export const searchWords = (typed: string): string[] => [
  ...new Set(
    plainText(typed)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  ),
]

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

/** Of a question in a sentence an article needs words with so much of its best answer's weight. */
const ENOUGH = 0.6

const bodyOf = ({ lead, body }: Article): string => `${lead}\n${wordsOnly(richText(body))}`.replaceAll('\n', ' ')

/**
 * The articles that contain every word, in the order of the contents, title matches first. If there are none, as of a question in a
 * sentence, those with at least two of its words, the rarest words counting most.
 */
export function searchHelp(articles: Articles, ids: readonly HelpId[], typed: string): HelpHit[] {
  const words = searchWords(typed)
  if (words.length === 0) return []
  const texts = ids.map((id) => ({ id, title: plainText(articles[id].title), body: bodyOf(articles[id]) }))
  const count = (text: string) => wordsIn(text, words).length
  const complete = texts
    .filter(({ title, body }) => count(`${title} ${plainText(body)}`) === words.length)
    .sort((a, b) => count(b.title) - count(a.title))
  const stems = words.map(stemOf)
  const hits = complete.length > 0 ? complete : partial(texts, stems)
  const shown = complete.length > 0 ? words : stems
  return hits.map(({ id, body }) => ({ id, title: articles[id].title, excerpt: excerptOf(body, shown) }))
}

const wordsIn = (plain: string, words: readonly string[]): string[] => words.filter((word) => plain.includes(word))

/** Without its ending: `hibernar` asks for `hibernación` too. */
const stemOf = (word: string): string => word.slice(0, Math.max(5, word.length - 2))

interface PlainArticle {
  readonly title: string
  readonly body: string
}

/**
 * By the weight of their words: how few articles have each (inverse document frequency), and how often this one does, from the second
 * time on less and less. A word of the title counts as three.
 */
function partial<A extends PlainArticle>(texts: readonly A[], words: readonly string[]): A[] {
  const stems = words.filter((word) => word.length > 2)
  const counts = texts.map(({ title, body }) => {
    const plain = plainText(body)
    return stems.map((stem) => 3 * timesIn(title, stem) + timesIn(plain, stem))
  })
  const weights = stems.map((_, at) => Math.log(texts.length / Math.max(1, counts.filter((own) => own[at]).length)))
  const weighed = texts
    .map((text, place) => ({ text, own: counts[place] ?? [] }))
    .filter(({ own }) => own.filter(Boolean).length > 1)
    .map(({ text, own }) => ({ text, weight: sum(own.map((times, at) => (weights[at] ?? 0) * (times / (times + 2)))) }))
    .sort((a, b) => b.weight - a.weight)
  const best = weighed[0]?.weight ?? 0
  return weighed.filter(({ weight }) => weight >= ENOUGH * best).map(({ text }) => text)
}

const timesIn = (plain: string, word: string): number => plain.split(word).length - 1

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
