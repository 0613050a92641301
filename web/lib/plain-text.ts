/** A text without case and accents, for comparing what people type: 'Administración' → 'administracion'. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
