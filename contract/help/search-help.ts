import { plainText } from '#domain/plain-text.ts'
import { richText, richTextToPlain as wordsOnly } from '#domain/rich-text.ts'
import type { Article, Articles } from './articles.ts'
import type { HelpId } from './help-ids.ts'

/** From (included) to (excluded), in characters of the text. */
type Range = readonly [number, number]

/** Words of questions that say nothing of what is asked for, in both languages, without accents. */
const FILLERS = new Set(
  `a al algo ante como con cual cuales cuando cuanta cuanto cuantos de debo del desde donde el ella en entre es esa ese esta estan estas este esto
  estos hace hacer hago hasta hay la las le les lo los mas me mi mis mucha muchas muchos muy ni no nos o otra otro para pero por porque puede
  puedo que quien quiero se ser si sin sobre solo son su sus tengo tiene todas todo todos tu un una unas uno unos veo ver y ya yo
  am an and any are as at be by can did do does for from get has have how i if in into is it its last make many me more much my not of off on
  only or our out see set should so some than that the their them then there these they this to up was we what when where which who why will
  with without would you your`.split(/\s+/),
)

/** The words of a text, without case and accents. */
const wordsOf = (text: string): string[] =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The words of a search that say what is asked for, each once, without case and accents; all of them where none does. */
export function searchWords(typed: string): string[] {
  const words = [...new Set(wordsOf(typed))]
  const meant = words.filter((word) => !FILLERS.has(word))
  return meant.length > 0 ? meant : words
}

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
function matchesIn(text: string, words: readonly string[]): Range[] {
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

/** Positions of a search in a text: of its words, or else of words that begin as they do. */
export function searchMatches(text: string, typed: string): Range[] {
  const words = searchWords(typed)
  const found = matchesIn(text, words)
  return found.length > 0 ? found : matchesIn(text, words.map(stemOf))
}

/** Characters of an excerpt before its first match, and in all. */
const EXCERPT_BEFORE = 40
const EXCERPT_LENGTH = 150

function excerptOf(text: string, words: readonly string[]): string {
  // where the first of them stands: it says most
  const first = words
    .flatMap((word) => [word, stemOf(word)])
    .map((word) => matchesIn(text, [word])[0])
    .find((match) => match !== undefined)
  if (!first) return text.slice(0, EXCERPT_LENGTH)
  const from = first[0] <= EXCERPT_BEFORE ? 0 : text.indexOf(' ', first[0] - EXCERPT_BEFORE) + 1
  if (from + EXCERPT_LENGTH >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from)}`
  const cut = text.slice(from, text.lastIndexOf(' ', from + EXCERPT_LENGTH))
  return `${from > 0 ? '… ' : ''}${cut} …`
}

export interface HelpHit {
  readonly id: HelpId
  readonly title: string
  /** where it was found */
  readonly excerpt: string
}

/** An article without one of the words is found from this share of the best one's weight on. */
const FOUND_FROM_SHARE = 0.6
/** What a word adds that is in the title, or in the sentence that says what an article is about; in the text it adds up to 1. */
const TITLE_WEIGHT = 2
const LEAD_WEIGHT = 1
/** A word that few articles have weighs no more than this: it may be a form of a verb that one has by chance. */
const RARITY_MAX = 2
/** Each time that an article repeats a word adds less than the time before: after so many it has half of the weight. */
const TIMES_FOR_HALF_WEIGHT = 2

/** Without its ending: `hibernar` asks for `hibernación` too, `connecting` for `connected`. */
const stemOf = (word: string): string => word.slice(0, Math.max(4, word.length - (word.endsWith('ing') ? 3 : 2)))

interface ReadArticle {
  readonly title: readonly string[]
  /** what the article is about */
  readonly lead: readonly string[]
  readonly body: readonly string[]
  readonly text: string
}

const bodyOf = ({ lead, body }: Article): string => `${lead}\n${wordsOnly(richText(body))}`.replaceAll('\n', ' ')

function readArticle(article: Article): ReadArticle {
  const text = bodyOf(article)
  return { title: wordsOf(article.title), lead: wordsOf(article.lead), body: wordsOf(text), text }
}

/** An article is read once, not with each letter that is typed. */
const read = new WeakMap<Article, ReadArticle>()
function readOnce(article: Article): ReadArticle {
  const before = read.get(article)
  if (before) return before
  const made = readArticle(article)
  read.set(article, made)
  return made
}

const beginningWith = (words: readonly string[], start: string): number =>
  words.reduce((count, word) => count + (word.startsWith(start) ? 1 : 0), 0)

/** How much an article has of a word, as it was typed and of words that begin as it does: 0 for none of it. */
function shareOf({ title, lead, body }: ReadArticle, word: string): number {
  const stem = stemOf(word)
  const times = [word, stem].reduce((sum, start) => sum + beginningWith(body, start), 0)
  const inTitle = beginningWith(title, stem) > 0 ? TITLE_WEIGHT : 0
  const inLead = beginningWith(lead, stem) > 0 ? LEAD_WEIGHT : 0
  return inTitle + inLead + times / (times + TIMES_FOR_HALF_WEIGHT)
}

/**
 * The articles that answer a search, words or a question in a sentence, the best first: by the weight of its words, how few articles have each
 * (inverse document frequency) and how often this one does. Words that no article has count nothing.
 */
export function searchHelp(articles: Articles, ids: readonly HelpId[], typed: string): HelpHit[] {
  const texts = ids.map((id) => ({ id, article: readOnce(articles[id]) }))
  const weighed = searchWords(typed).flatMap((word) => {
    const shares = texts.map(({ article }) => shareOf(article, word))
    const having = shares.filter(Boolean).length
    return having === 0 ? [] : [{ word, shares, rarity: Math.min(RARITY_MAX, Math.log((ids.length + 1) / having)) }]
  })
  if (weighed.length === 0) return []
  const found = texts.map(({ id, article }, at) => {
    const own = weighed.map(({ shares, rarity }) => ({ share: shares[at] ?? 0, rarity }))
    const weight = own.reduce((sum, { share, rarity }) => sum + share * rarity, 0)
    return { id, article, weight, isComplete: own.every(({ share }) => share > 0) }
  })
  const best = Math.max(...found.map(({ weight }) => weight))
  const rarestFirst = weighed.toSorted((a, b) => b.rarity - a.rarity).map(({ word }) => word)
  return found
    .filter(({ weight, isComplete }) => isComplete || (weight > 0 && weight >= FOUND_FROM_SHARE * best))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id, article }) => ({ id, title: articles[id].title, excerpt: excerptOf(article.text, rarestFirst) }))
}
