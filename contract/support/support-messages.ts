import type { Sentence } from '../sentence.ts'

export const SUPPORT_SENTENCES = {
  unknown: { es: 'No existe esa conversación', en: 'Conversation not found' },
  tooFast: {
    es: 'Demasiados mensajes en un minuto. Espere un momento',
    en: 'Too many messages in a minute. Wait a moment',
  },
  closed: { es: 'Conversación cerrada', en: 'Conversation closed' },
  reopened: { es: 'Conversación reabierta', en: 'Conversation reopened' },
  assigned: { es: 'Conversación asignada a usted', en: 'Conversation assigned to you' },
  released: { es: 'Conversación sin asignar', en: 'Conversation unassigned' },
} as const satisfies Record<string, Sentence>
