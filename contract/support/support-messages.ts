import type { Sentence } from '../sentence.ts'

export const SUPPORT_SENTENCES = {
  unknown: { es: 'No existe esa conversación', en: 'There is no such conversation' },
  tooFast: {
    es: 'Son muchos mensajes en un minuto. Espere un momento y envíe el siguiente',
    en: 'These are many messages in a minute. Wait a moment and send the next one',
  },
  closed: { es: 'Conversación cerrada', en: 'Conversation closed' },
  reopened: { es: 'Conversación reabierta', en: 'Conversation reopened' },
  assigned: { es: 'La conversación es suya', en: 'The conversation is yours' },
  released: { es: 'La conversación ya no es de nadie', en: 'The conversation is nobody’s now' },
} as const satisfies Record<string, Sentence>
