/** The languages of the product; the first is the default. */
export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The best language for an Accept-Language header (RFC 9110 section 12.5.4), Spanish when none fits.
 * Quality values order the wishes; regions are ignored (`en-GB` is `en`).
 */
export function languageFor(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';')
      const quality = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find((q) => q !== undefined)
      return { tag: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const wish of wishes) {
    const language = LANGUAGES.find((known) => known === wish.tag)
    if (language) return language
  }
  return LANGUAGES[0]
}
