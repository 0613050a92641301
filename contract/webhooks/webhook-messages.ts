import { MAX_ENDPOINTS, type WebhookEvent } from '#domain/webhooks.ts'
import { UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** What becomes of a message. */
export const WEBHOOK_STATES = ['waiting', 'sending', 'delivered', 'failed', 'cancelled'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export const WEBHOOK_STATE_WORDS: Readonly<Record<WebhookState, Sentence>> = {
  waiting: { es: 'En espera', en: 'Waiting' },
  sending: { es: 'Enviando', en: 'Sending' },
  delivered: { es: 'Entregado', en: 'Delivered' },
  failed: { es: 'No entregado', en: 'Not delivered' },
  cancelled: { es: 'Cancelado', en: 'Cancelled' },
}

/** Why an endpoint is off; '' when it is on. */
export const WEBHOOK_OFF_REASONS = ['', 'person', 'gone', 'failing', 'rights'] as const
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number]

export const WEBHOOK_OFF_WORDS: Readonly<Record<Exclude<WebhookOffReason, ''>, Sentence>> = {
  person: { es: 'Apagado', en: 'Off' },
  gone: { es: 'Apagado: contestó 410', en: 'Off: it answered 410' },
  failing: { es: 'Apagado: falló durante días', en: 'Off: it failed for days' },
  rights: {
    es: 'Apagado: quien lo configuró ya no puede ver estos eventos',
    en: 'Off: whoever set it up may no longer see these events',
  },
}

/** Why an attempt was not taken. */
export const WEBHOOK_PROBLEMS = [
  'refused',
  'gone',
  'redirect',
  'timeout',
  'unknown_host',
  'unreachable',
  'tls',
  'blocked_address',
  'secret',
] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

export const WEBHOOK_PROBLEM_WORDS: Readonly<Record<WebhookProblem, Sentence>> = {
  refused: { es: 'Lo rechazó', en: 'It refused it' },
  gone: { es: 'Contestó que ya no existe', en: 'It answered that it is gone' },
  redirect: {
    es: 'Redirige a otra dirección, y eso no se sigue',
    en: 'It redirects to another address, which is not followed',
  },
  timeout: { es: 'No contestó en 15 segundos', en: 'It did not answer within 15 seconds' },
  unknown_host: { es: 'Ese nombre no existe', en: 'There is no such host' },
  unreachable: { es: 'No se puede conectar', en: 'It cannot be reached' },
  tls: { es: 'Su certificado no es válido', en: 'Its certificate is not valid' },
  blocked_address: { es: 'Está en una red a la que no se envía', en: 'It is in a network to which nothing is sent' },
  secret: { es: 'Su secreto no se puede leer: cámbielo', en: 'Its secret cannot be read: change it' },
}

export const WEBHOOK_EVENT_WORDS: Readonly<Record<WebhookEvent | 'ping', Sentence>> = {
  'operation.finished': { es: 'Operación terminada', en: 'Operation finished' },
  'alarm.fired': { es: 'Alarma disparada', en: 'Alarm fired' },
  'sim.status_changed': { es: 'Estado de SIM cambiado', en: 'SIM status changed' },
  'sms.received': { es: 'SMS recibido', en: 'SMS received' },
  'invoice.issued': { es: 'Factura emitida', en: 'Invoice issued' },
  ping: { es: 'Prueba', en: 'Test' },
}

export const WEBHOOK_SENTENCES = {
  unknown: { es: 'No existe ese destino', en: 'There is no such endpoint' },
  unknownMessage: { es: 'No existe ese mensaje', en: 'There is no such message' },
  unknownCompany: UNKNOWN_SENTENCES.company,
  tooMany: {
    es: `Una empresa puede tener ${MAX_ENDPOINTS} destinos como máximo`,
    en: `A company can have ${MAX_ENDPOINTS} endpoints at most`,
  },
  underWay: { es: 'El mensaje ya está en camino', en: 'The message is on its way already' },
  bodyHidden: {
    es: 'No tiene permiso para ver lo que cuenta este mensaje: su contenido y las respuestas quedan ocultos',
    en: 'You may not see what this message tells of: its content and the answers stay hidden',
  },
  isOff: { es: 'El destino está apagado', en: 'The endpoint is off' },
  created: { es: 'Destino creado', en: 'Endpoint created' },
  changed: { es: 'Cambios guardados', en: 'Changes saved' },
  deleted: { es: 'Destino eliminado', en: 'Endpoint deleted' },
  rotated: {
    es: 'Secreto nuevo. El anterior sirve 24 horas más',
    en: 'New secret. The previous one works for another 24 hours',
  },
  pinged: { es: 'Mensaje de prueba en camino', en: 'Test message on its way' },
  sentAgain: { es: 'El mensaje sale otra vez', en: 'The message goes out again' },
} as const satisfies Record<string, Sentence>
