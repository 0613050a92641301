import type { MailState } from '../filter-values.ts'
import type { Sentence } from '../sentence.ts'

export const MAIL_STATE_WORDS: Readonly<Record<MailState, Sentence>> = {
  queued: { es: 'En cola', en: 'Queued' },
  sending: { es: 'Enviando', en: 'Sending' },
  sent: { es: 'Enviado', en: 'Sent' },
  kept: { es: 'Sin servidor', en: 'No mail server' },
  failed: { es: 'No enviado', en: 'Not sent' },
  unknown: { es: 'Sin confirmar', en: 'Unconfirmed' },
}

/** Headings of the list of mails in its files. */
export const MAIL_WORDS = {
  created: { es: 'Fecha', en: 'Date' },
  subject: { es: 'Asunto', en: 'Subject' },
  to: { es: 'Para', en: 'To' },
  state: { es: 'Estado', en: 'Status' },
  attempts: { es: 'Intentos', en: 'Attempts' },
  problem: { es: 'Respuesta del servidor', en: 'Server response' },
  settled: { es: 'Enviado o descartado', en: 'Sent or given up' },
} as const satisfies Readonly<Record<string, Sentence>>

export const UNKNOWN_MAIL: Sentence = { es: 'No existe ese correo', en: 'Email not found' }
export const MAIL_UNDER_WAY: Sentence = { es: 'El correo ya está en camino', en: 'The email is already on its way' }
export const NO_MAIL_SERVER: Sentence = {
  es: 'No hay servidor de correo (SMTP_URL): los correos se guardan aquí sin enviarse',
  en: 'No mail server (SMTP_URL): emails are stored and not sent',
}
export const TEST_QUEUED: Sentence = { es: 'El correo de prueba está en cola', en: 'The test email is queued' }
export const TEST_KEPT: Sentence = {
  es: 'El correo de prueba se guardó aquí, sin enviarse',
  en: 'The test email was stored, not sent',
}
