import { FIELD_SENTENCES } from '#contract/messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { PopupBody, PopupDetail } from './popups.api.ts'

export interface PopupTarget {
  readonly company: number
  readonly companyName: string
  readonly withBelow: boolean
}

/** Values of the form: dates as in their inputs, in the browser's time zone. */
export interface PopupValues {
  readonly slot: number
  readonly titleEs: string
  readonly titleEn: string
  readonly contentEs: string
  readonly contentEn: string
  readonly from: string
  /** '': without an end */
  readonly to: string
  readonly everyone: boolean
  readonly companies: readonly PopupTarget[]
}

/** A moment as the value of a datetime-local input: '2026-11-21T09:30' in the browser's time zone. */
export function typedMoment(iso: string): string {
  const at = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** @param now ISO 8601 */
export function popupValuesOf(popup: PopupDetail | undefined, now: string): PopupValues {
  if (!popup) {
    const words = { titleEs: '', titleEn: '', contentEs: '', contentEn: '' }
    return { slot: 1, ...words, from: typedMoment(now), to: '', everyone: true, companies: [] }
  }
  const { slot, titleEs, titleEn, contentEs, contentEn, everyone, companies } = popup
  const days = { from: typedMoment(popup.startsAt), to: popup.endsAt === null ? '' : typedMoment(popup.endsAt) }
  return { slot, titleEs, titleEn, contentEs, contentEn, ...days, everyone, companies }
}

const REQUIRED = ['titleEs', 'titleEn', 'contentEs', 'contentEn', 'from'] as const

/** Messages at required fields that are empty, by the names of the call. */
export const popupProblemsOf = (values: PopupValues) =>
  Object.fromEntries(
    REQUIRED.filter((name) => values[name].trim() === '').map((name) => [
      name === 'from' ? 'startsAt' : name,
      sentence(FIELD_SENTENCES.required),
    ]),
  )

/** The request body; only when nothing is missing. */
export function popupBodyOf({ from, to, everyone, companies, ...words }: PopupValues): PopupBody {
  return {
    ...words,
    startsAt: new Date(from).toISOString(),
    endsAt: to === '' ? null : new Date(to).toISOString(),
    everyone,
    companies: everyone ? [] : companies.map(({ company, withBelow }) => ({ company, withBelow })),
  }
}
