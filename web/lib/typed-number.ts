import { language } from './preferences.ts'

/** A typed number with points between thousands and a comma before decimals: in English they are the other way round. */
export function withCommaForDecimals(text: string): string {
  if (language.get() !== 'en') return text
  return text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
}
