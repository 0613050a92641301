import type { AgentScope } from '#domain/agents.ts'
import type { Sentence } from '../sentence.ts'

/** What server and page say about programs that act for a person. */
export const AGENT_SENTENCES = {
  unknownClient: {
    es: 'El programa que lo envió aquí no está registrado. Vuelva a él y conéctelo de nuevo',
    en: 'The program that sent you here isn’t registered. Go back to it and connect again',
  },
  wrongRedirect: {
    es: 'El programa pide la respuesta en una dirección que no registró. No se le envió nada',
    en: 'The program wants the answer at an address that it didn’t register. Nothing was sent to it',
  },
  noScope: { es: 'Elija al menos un permiso, o rechace', en: 'Choose at least one permission, or refuse' },
  ended: { es: 'El programa ya no puede actuar por usted', en: 'The program can no longer act for you' },
  unknown: { es: 'No existe ese programa', en: 'Program not found' },
  notForAgents: {
    es: 'Un agente no puede hacer esto: solo lee y prepara borradores',
    en: 'An agent can’t do this: it only reads and prepares drafts',
  },
  notAllowed: {
    es: 'La persona no permitió esto al agente',
    en: 'The person didn’t allow the agent to do this',
  },
} as const satisfies Readonly<Record<string, Sentence>>

/** What a person allows, in plain words. */
export const AGENT_SCOPE_WORDS: Readonly<Record<AgentScope, { readonly title: Sentence; readonly what: Sentence }>> = {
  'fleet:read': {
    title: { es: 'Ver su flota', en: 'See your fleet' },
    what: {
      es: 'SIMs con su historia, consumo, pruebas, alarmas y operaciones, en la medida en que usted las ve',
      en: 'SIMs with their history, usage, tests, alarms and operations, as far as you see them',
    },
  },
  'billing:read': {
    title: { es: 'Ver sus cobros', en: 'See your charges' },
    what: {
      es: 'Facturas con sus líneas y lo estimado del ciclo',
      en: 'Invoices with their lines, and the estimate of the cycle',
    },
  },
  'operations:draft': {
    title: { es: 'Preparar operaciones, reglas y alarmas', en: 'Prepare operations, rules and alarms' },
    what: {
      es: 'Borradores, como hibernar SIMs, enviar un SMS o una regla nueva. Nada ocurre hasta que usted los confirma en el portal',
      en: 'Drafts, such as hibernating SIMs, sending an SMS or a new rule. Nothing happens until you confirm them in the portal',
    },
  },
}
