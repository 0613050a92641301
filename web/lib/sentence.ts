import { language } from './preferences.ts'

/** A sentence that the server and the page share, in the language of the page. */
export function sentence(both: { readonly es: string; readonly en: string }): string {
  return both[language.get()]
}
