import type { Sentence } from '#contract/sentence.ts'
import { language } from './preferences.ts'

/** A sentence shared by server and page, in the language of the page. */
export function sentence(both: Sentence): string {
  return both[language.get()]
}

/** With a capital, as at the beginning of a label. */
export const capitalised = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)
