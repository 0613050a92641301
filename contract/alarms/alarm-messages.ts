import { COMPANY_ALARMS_MAX, type NoticeKind } from '#domain/alarms.ts'
import { MAIL_STATES, type NoticeActionState } from '../filter-values.ts'
import { UNKNOWN_SENTENCES } from '../messages.ts'
import { MAIL_STATE_WORDS } from '../outbox/outbox-messages.ts'
import type { Sentence } from '../sentence.ts'

/** What an alarm said of a SIM, in a word. */
export const NOTICE_KIND_WORDS: Readonly<Record<NoticeKind, Sentence>> = {
  warning: { es: 'Aviso', en: 'Warning' },
  limit: { es: 'Límite', en: 'Limit' },
}

/** State of a notice's mails; 'waiting' until the company's next digest, 'none' when no user gets one any more. */
export const NOTICE_MAIL_STATES = ['waiting', ...MAIL_STATES, 'none'] as const
export type NoticeMailState = (typeof NOTICE_MAIL_STATES)[number]

export const NOTICE_MAIL_WORDS: Readonly<Record<NoticeMailState, Sentence>> = {
  waiting: { es: 'En espera', en: 'Waiting' },
  ...MAIL_STATE_WORDS,
  none: { es: 'Sin correo', en: 'No email' },
}

export const NOTICE_ACTION_WORDS: Readonly<Record<NoticeActionState, Sentence>> = {
  none: { es: 'Solo notificada', en: 'Notified only' },
  due: { es: 'Por cortar', en: 'About to cut' },
  ordered: { es: 'Cortando datos', en: 'Cutting data' },
  cut: { es: 'Datos cortados', en: 'Data cut' },
  failed: { es: 'La red no cortó', en: 'Network didn’t cut' },
  skipped: { es: 'No fue necesario', en: 'Not needed' },
  restoring: { es: 'Restableciendo', en: 'Restoring' },
  restored: { es: 'Datos restablecidos', en: 'Data restored' },
}

/** Headings of the list of notices, on the page and in its files. */
export const NOTICE_WORDS = {
  date: { es: 'Fecha', en: 'Date' },
  alarm: { es: 'Alarma', en: 'Alarm' },
  alarmName: { es: 'Nombre de la alarma', en: 'Alarm name' },
  company: { es: 'Empresa', en: 'Company' },
  plan: { es: 'Plan', en: 'Plan' },
  icc: { es: 'ICC', en: 'ICC' },
  label: { es: 'Etiqueta', en: 'Label' },
  kind: { es: 'Tipo', en: 'Type' },
  usedMb: { es: 'Usado (MB)', en: 'Used (MB)' },
  limitMb: { es: 'Límite (MB)', en: 'Limit (MB)' },
  mail: { es: 'Correo', en: 'Email' },
  action: { es: 'Acción', en: 'Action' },
  restoredAt: { es: 'Restablecido', en: 'Restored' },
} as const satisfies Readonly<Record<string, Sentence>>

/** What an alarm does at its limit, by its flag. */
export const ALARM_ACTION_WORDS: Readonly<Record<'0' | '1', Sentence>> = {
  '0': { es: 'Solo notifica', en: 'Notifies only' },
  '1': { es: 'Corta los datos', en: 'Cuts data' },
}

export const ALARM_STATE_WORDS: Readonly<Record<'0' | '1', Sentence>> = {
  '0': { es: 'Inactiva', en: 'Inactive' },
  '1': { es: 'Activa', en: 'Active' },
}

/** Headings of the list of alarms in its files. */
export const ALARM_WORDS = {
  alarmId: { es: 'Número', en: 'Number' },
  name: { es: 'Alarma', en: 'Alarm' },
  company: { es: 'Empresa', en: 'Company' },
  plan: { es: 'Plan', en: 'Plan' },
  planType: { es: 'Tipo', en: 'Type' },
  group: { es: 'Grupo', en: 'Group' },
  limitMb: { es: 'Límite (MB)', en: 'Limit (MB)' },
  action: { es: 'Al llegar al límite', en: 'At the limit' },
  emails: { es: 'E-mails', en: 'Emails' },
  watchedSims: { es: 'SIMs incluidas', en: 'SIMs covered' },
  firedSims: { es: 'En el límite en este ciclo', en: 'At the limit this cycle' },
  warnedSims: { es: 'Cerca del límite en este ciclo', en: 'Near the limit this cycle' },
  cutSims: { es: 'Con datos cortados', en: 'With data cut' },
  state: { es: 'Estado', en: 'Status' },
} as const satisfies Readonly<Record<string, Sentence>>

export const ALL_PLANS: Sentence = { es: 'Todos los planes', en: 'All plans' }

export const ALARM_SENTENCES = {
  created: { es: 'Alarma creada', en: 'Alarm created' },
  changed: { es: 'Alarma guardada', en: 'Alarm saved' },
  deleted: { es: 'Alarma eliminada', en: 'Alarm deleted' },
  restored: { es: 'La alarma vuelve a estar como antes', en: 'The alarm is as it was before' },
  unknown: { es: 'No existe esa alarma', en: 'Alarm not found' },
  unknownCompany: UNKNOWN_SENTENCES.company,
  unknownPlan: { es: 'No existe ese plan', en: 'Plan not found' },
  unknownNotice: { es: 'No existe esa notificación', en: 'Notification not found' },
  held: {
    es: 'Otra alarma cortó los datos de esta SIM: siguen cortados',
    en: 'Another alarm cut this SIM’s data: it stays cut',
  },
  muted: {
    es: 'La alarma no volverá a actuar sobre esta SIM en este ciclo',
    en: 'The alarm won’t act on this SIM again this cycle',
  },
  tooMany: {
    es: `Una empresa puede tener ${COMPANY_ALARMS_MAX.toLocaleString('es')} alarmas como máximo`,
    en: `A company can have up to ${COMPANY_ALARMS_MAX.toLocaleString('en')} alarms`,
  },
  notCut: { es: 'Esta alarma no cortó los datos de la SIM', en: 'This alarm didn’t cut the SIM’s data' },
} as const satisfies Record<string, Sentence>
