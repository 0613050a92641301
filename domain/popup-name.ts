/**
 * The name by which a popup is fetched, made of its title and the day it was written: 'Mantención del domingo' on 2026-11-21 →
 * 'mantencion-del-domingo-20261121'. Lower-case letters, digits and hyphens, at most 60 characters with a number behind.
 * @param day YYYY-MM-DD
 * @param taken how many popups of that title and day there are already
 */
export function popupName(title: string, day: string, taken: number): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  const parts = [words || 'popup', day.replaceAll('-', '')]
  return [...parts, ...(taken === 0 ? [] : [String(taken + 1)])].join('-')
}
