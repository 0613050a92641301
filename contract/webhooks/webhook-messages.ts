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
  person: { es: 'Desactivado', en: 'Off' },
  gone: { es: 'Desactivado: respondió 410', en: 'Off: responded 410' },
  failing: { es: 'Desactivado: falló durante días', en: 'Off: failed for days' },
  rights: {
    es: 'Desactivado: quien lo configuró ya no tiene permiso para ver estos eventos',
    en: 'Off: the user who set it up no longer has permission to see these events',
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
  refused: { es: 'Rechazado', en: 'Rejected' },
  gone: { es: 'El destino ya no existe', en: 'The endpoint is gone' },
  redirect: {
    es: 'Redirige a otra URL, lo que no se admite',
    en: 'Redirects to another URL, which isn’t supported',
  },
  timeout: { es: 'No respondió en 15 segundos', en: 'No response within 15 seconds' },
  unknown_host: { es: 'El host no existe', en: 'Host not found' },
  unreachable: { es: 'Sin conexión', en: 'Couldn’t connect' },
  tls: { es: 'Certificado no válido', en: 'Invalid certificate' },
  blocked_address: { es: 'Dirección de red no permitida', en: 'Network address not allowed' },
  secret: { es: 'No se puede leer su secreto: cámbielo', en: 'Couldn’t read its secret: change it' },
}

export const WEBHOOK_EVENT_WORDS: Readonly<Record<WebhookEvent | 'ping', Sentence>> = {
  'operation.finished': { es: 'Operación terminada', en: 'Operation finished' },
  'alarm.fired': { es: 'Alarma disparada', en: 'Alarm fired' },
  'rule.fired': { es: 'Regla cumplida', en: 'Rule fired' },
  'sim.status_changed': { es: 'Estado de SIM cambiado', en: 'SIM status changed' },
  'sim.plan_changed': { es: 'Plan de SIM cambiado', en: 'SIM plan changed' },
  'sim.imei_changed': { es: 'SIM en otro dispositivo', en: 'SIM in another device' },
  'sim.left_area': { es: 'SIM fuera de sus lugares', en: 'SIM outside its places' },
  'sms.received': { es: 'SMS recibido', en: 'SMS received' },
  'invoice.issued': { es: 'Factura emitida', en: 'Invoice issued' },
  ping: { es: 'Prueba', en: 'Test' },
}

export const WEBHOOK_SENTENCES = {
  unknown: { es: 'No existe ese destino', en: 'Endpoint not found' },
  unknownMessage: { es: 'No existe ese mensaje', en: 'Message not found' },
  unknownCompany: UNKNOWN_SENTENCES.company,
  tooMany: {
    es: `Una empresa puede tener ${MAX_ENDPOINTS} destinos como máximo`,
    en: `A company can have up to ${MAX_ENDPOINTS} endpoints`,
  },
  underWay: { es: 'El mensaje ya está en camino', en: 'The message is already on its way' },
  bodyHidden: {
    es: 'No tiene permiso para ver este evento: el contenido y las respuestas quedan ocultos',
    en: 'You don’t have permission to see this event: its content and responses stay hidden',
  },
  isOff: { es: 'El destino está desactivado', en: 'The endpoint is off' },
  created: { es: 'Destino creado', en: 'Endpoint created' },
  changed: { es: 'Cambios guardados', en: 'Changes saved' },
  deleted: { es: 'Destino eliminado', en: 'Endpoint deleted' },
  rotated: {
    es: 'Secreto nuevo. El anterior sirve 24 horas más',
    en: 'New secret. The previous one works for another 24 hours',
  },
  pinged: { es: 'Mensaje de prueba en camino', en: 'Test message on its way' },
  alreadyPinged: { es: 'La prueba anterior sigue en camino', en: 'The previous test is still on its way' },
  sentAgain: { es: 'Mensaje reenviado', en: 'Message resent' },
} as const satisfies Record<string, Sentence>
