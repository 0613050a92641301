import { slug } from './plain-text.ts'

/**
 * The name by which a popup is requested, made of its title and its creation day: 'Mantención del domingo' on
 * 2026-11-21 → 'mantencion-del-domingo-20261121'. Lower-case letters, digits and hyphens, at most 60 characters plus a
 * number.
 * @param day YYYY-MM-DD
 * @param taken number of popups with the same title and day
 */
export function popupName(title: string, day: string, taken: number): string {
  const parts = [slug(title) || 'popup', day.replaceAll('-', '')]
  return [...parts, ...(taken === 0 ? [] : [String(taken + 1)])].join('-')
}
