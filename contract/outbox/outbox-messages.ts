import type { Sentence } from '../sentence.ts'

/** What becomes of a mail. */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'kept', 'failed', 'unknown'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const MAIL_STATE_WORDS: Readonly<Record<MailState, Sentence>> = {
  queued: { es: 'En cola', en: 'Queued' },
  sending: { es: 'Enviando', en: 'Sending' },
  sent: { es: 'Enviado', en: 'Sent' },
  kept: { es: 'Guardado aquí', en: 'Kept here' },
  failed: { es: 'No enviado', en: 'Not sent' },
  unknown: { es: 'Sin confirmar', en: 'Unconfirmed' },
}

export const UNKNOWN_MAIL: Sentence = { es: 'No existe ese correo', en: 'There is no such mail' }
export const MAIL_UNDER_WAY: Sentence = { es: 'El correo ya está en camino', en: 'The mail is on its way already' }
export const NO_MAIL_SERVER: Sentence = {
  es: 'Sin servidor de correo (SMTP_URL) los correos solo se guardan aquí',
  en: 'Without a mail server (SMTP_URL) mails are only kept here',
}
export const TEST_QUEUED: Sentence = { es: 'El correo de prueba está en cola', en: 'The test mail is queued' }
export const TEST_KEPT: Sentence = { es: 'El correo de prueba quedó guardado aquí', en: 'The test mail is kept here' }
