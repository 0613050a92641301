import type { Sentence } from '#contract/sentence.ts'
import { language } from './preferences.ts'

/** A sentence shared by server and page, in the language of the page. */
export function sentence(both: Sentence): string {
  return both[language.get()]
}
