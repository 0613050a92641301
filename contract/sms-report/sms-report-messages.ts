import type { Language } from '#domain/languages.ts'
import type { SMS_STATES } from '../filter-values.ts'
import type { Sentence } from '../sentence.ts'
import { SMS_CAUSE_SENTENCES } from '../sims/sim-tool-messages.ts'

/** Where a message is on its way, in a word. */
export const SMS_STATE_WORDS: Readonly<Record<(typeof SMS_STATES)[number], Sentence>> = {
  queued: { es: 'En cola', en: 'Queued' },
  sent: { es: 'Enviado', en: 'Sent' },
  buffered: { es: 'En espera', en: 'Waiting' },
  delivered: { es: 'Entregado', en: 'Delivered' },
  failed: { es: 'No enviado', en: 'Not sent' },
  expired: { es: 'Vencido', en: 'Expired' },
  unknown: { es: 'Sin confirmar', en: 'Unconfirmed' },
  cancelled: { es: 'Cancelado', en: 'Cancelled' },
  received: { es: 'Recibido', en: 'Received' },
}

/** What a message came in by; '' is the device itself. */
export const SMS_PLATFORM_WORDS: Readonly<Record<'' | 'portal' | 'api' | 'rule', Sentence>> = {
  portal: { es: 'Portal', en: 'Portal' },
  api: { es: 'API', en: 'API' },
  rule: { es: 'Regla', en: 'Rule' },
  '': { es: 'Dispositivo', en: 'Device' },
}

/** Headings of the report, on the page and in its files. */
export const SMS_REPORT_WORDS = {
  date: { es: 'Fecha', en: 'Date' },
  icc: { es: 'ICC', en: 'ICC' },
  label: { es: 'Etiqueta', en: 'Label' },
  result: { es: 'Resultado', en: 'Result' },
  cause: { es: 'Causa', en: 'Cause' },
  message: { es: 'Mensaje', en: 'Message' },
  segments: { es: 'Segmentos', en: 'Segments' },
  platform: { es: 'Plataforma', en: 'Platform' },
  user: { es: 'Usuario', en: 'User' },
  company: { es: 'Empresa', en: 'Company' },
  settledAt: { es: 'Confirmado', en: 'Confirmed' },
} as const satisfies Readonly<Record<string, Sentence>>

/** Why a message did not arrive, in words; one for all kinds that have none of their own. */
export function smsCauseSentence(cause: string, language: Language): string {
  if (cause === '') return ''
  return (SMS_CAUSE_SENTENCES[cause] ?? SMS_CAUSE_SENTENCES.other)?.[language] ?? cause
}
