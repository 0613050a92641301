/** A text without case and accents, to compare typed text: 'Administración' → 'administracion'. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}

/** Characters of a slug at most. */
const SLUG_MAX = 40

/** A text as part of an address or an identifier: 'Soracom Chile' is soracom-chile; '' for one without letters and digits. */
export const slug = (text: string): string =>
  plainText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '')

/** Words of a label within a sentence: 'Empresa' is empresa; 'SIMs', 'API' and other abbreviations stay. */
export const withinSentence = (words: string): string => words.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())

/** A word with a capital, as at the beginning of a label. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
