import type { Sentence } from '#contract/sentence.ts'
import { language } from './preferences.ts'

/** A sentence that the server and the page share, in the language of the page. */
export function sentence(both: Sentence): string {
  return both[language.get()]
}
