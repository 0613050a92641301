/** A text without case and accents, to compare typed text: 'Administración' → 'administracion'. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
