import type { Articles } from '#contract/help/articles.ts'
import type { HelpId } from '#contract/help/help-ids.ts'
import { type HelpHit, searchHelp, searchWords } from '#contract/help/search-help.ts'
import { plainText } from '#domain/plain-text.ts'

/** Words of questions that say nothing of what is asked for, in both languages. */
const FILLERS = new Set(
  `a al como con cual cuando cuanto de del donde el en es esta hago hay la las lo los me mi mis muchas muchos no o para por porque puedo que
  quiero se si sin su sus tengo un una veo ver y an and are at be by can did do does for from have how i in is it last make many much my not
  of on or see set should the this to up was what when where which who why will with you your`.split(/\s+/),
)

/** Articles that a search answers. */
const FOUND = 6

/** A word of the title counts as so many. */
const TITLE = 3

/** A rarer word counts no more than this: it may be a form of a verb that stands somewhere by accident. */
const RARE = 2

/** Without its ending: `hibernar` asks for `hibernación` too. */
const stemOf = (word: string): string => word.slice(0, Math.max(4, word.length - 2))

/**
 * The articles that answer a question in a sentence, the best first. The page's search is for words that a person types, each of which has to
 * occur; a model asks whole questions, in forms of verbs that no article has.
 */
export function searchManual(articles: Articles, ids: readonly HelpId[], question: string): HelpHit[] {
  const words = searchWords(question)
  const meant = words.filter((word) => word.length > 2 && !FILLERS.has(word)).map(stemOf)
  const found = new Map<HelpId, { readonly hit: HelpHit; readonly weight: number }>()
  for (const word of meant.length > 0 ? meant : words) {
    const hits = searchHelp(articles, ids, word)
    const rarity = Math.min(RARE, Math.log((ids.length + 1) / (hits.length || 1)))
    for (const hit of hits) {
      const weight = rarity * (plainText(hit.title).includes(word) ? TITLE : 1)
      const before = found.get(hit.id)
      // its excerpt is where the word stands that says most
      const best = before && before.weight > weight ? before.hit : hit
      found.set(hit.id, { hit: best, weight: weight + (before?.weight ?? 0) })
    }
  }
  return [...found.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, FOUND)
    .map(({ hit }) => hit)
}
