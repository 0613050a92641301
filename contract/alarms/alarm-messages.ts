import type { NoticeKind } from '#domain/alarms.ts'
import { UNKNOWN_SENTENCES } from '../messages.ts'
import { MAIL_STATE_WORDS, MAIL_STATES } from '../outbox/outbox-messages.ts'
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
  none: { es: 'Sin correo', en: 'No mail' },
}

/**
 * What becomes of a SIM's data: 'none' the alarm does not cut, 'due' about to be asked for, 'ordered' asked of the network, 'cut',
 * 'failed' the network did not do it, 'skipped' the SIM was not active, 'restoring' asked back, 'restored'.
 */
export const NOTICE_ACTION_STATES = ['none', 'due', 'ordered', 'cut', 'failed', 'skipped', 'restoring', 'restored'] as const
export type NoticeActionState = (typeof NOTICE_ACTION_STATES)[number]

export const NOTICE_ACTION_WORDS: Readonly<Record<NoticeActionState, Sentence>> = {
  none: { es: 'Solo avisa', en: 'Only tells' },
  due: { es: 'Por cortar', en: 'About to cut' },
  ordered: { es: 'Cortando datos', en: 'Cutting data' },
  cut: { es: 'Datos cortados', en: 'Data cut' },
  failed: { es: 'La red no cortó', en: 'Network did not cut' },
  skipped: { es: 'No fue necesario', en: 'Not needed' },
  restoring: { es: 'Restableciendo', en: 'Restoring' },
  restored: { es: 'Datos restablecidos', en: 'Data restored' },
}

/** Headings of the list of notices, on the page and in its files. */
export const NOTICE_WORDS = {
  date: { es: 'Fecha', en: 'Date' },
  alarm: { es: 'Alarma', en: 'Alarm' },
  company: { es: 'Empresa', en: 'Company' },
  plan: { es: 'Plan', en: 'Plan' },
  icc: { es: 'ICC', en: 'ICC' },
  kind: { es: 'Tipo', en: 'Kind' },
  usedMb: { es: 'Usado (MB)', en: 'Used (MB)' },
  limitMb: { es: 'Límite (MB)', en: 'Limit (MB)' },
  mail: { es: 'Correo', en: 'Mail' },
  action: { es: 'Datos', en: 'Data' },
  restoredAt: { es: 'Restablecido', en: 'Restored' },
} as const satisfies Readonly<Record<string, Sentence>>

export const ALL_PLANS: Sentence = { es: 'Todos los planes', en: 'All plans' }

export const ALARM_SENTENCES = {
  created: { es: 'La alarma quedó creada', en: 'The alarm was created' },
  changed: { es: 'La alarma quedó guardada', en: 'The alarm is saved' },
  deleted: { es: 'La alarma quedó eliminada', en: 'The alarm is deleted' },
  unknown: { es: 'No existe esa alarma', en: 'There is no such alarm' },
  unknownCompany: UNKNOWN_SENTENCES.company,
  unknownPlan: { es: 'No existe ese plan', en: 'There is no such plan' },
  unknownNotice: { es: 'No existe ese aviso', en: 'There is no such notice' },
  held: {
    es: 'Otra alarma tiene cortados los datos de esta SIM: siguen cortados',
    en: 'Another alarm holds this SIM’s data cut: it stays cut',
  },
  muted: {
    es: 'La alarma no volverá a actuar sobre esta SIM en este ciclo',
    en: 'The alarm will not act on this SIM again in this cycle',
  },
  notCut: { es: 'Esta alarma no tiene cortados los datos de la SIM', en: "This alarm does not hold the SIM's data cut" },
} as const satisfies Record<string, Sentence>
