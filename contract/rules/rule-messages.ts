import type { RuleOperation, RuleTriggerKind } from '#domain/rules.ts'
import { COMPANY_ACTING_RULES_MAX } from '#domain/rules.ts'
import type { RuleActionState } from '../filter-values.ts'
import { UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** What a rule waits for. */
export const RULE_TRIGGER_WORDS: Readonly<Record<RuleTriggerKind, Sentence>> = {
  data: { es: 'Consumo de datos', en: 'Data usage' },
  median: { es: 'Datos fuera de lo habitual', en: 'Unusual data usage' },
  sms: { es: 'SMS', en: 'SMS' },
  smsMedian: { es: 'SMS fuera de lo habitual', en: 'Unusual SMS' },
  voice: { es: 'Minutos de voz', en: 'Voice minutes' },
  voiceMedian: { es: 'Voz fuera de lo habitual', en: 'Unusual voice' },
  silence: { es: 'Silencio', en: 'Silence' },
  first: { es: 'Primera conexión', en: 'First connection' },
  sessions: { es: 'Muchas sesiones', en: 'Many sessions' },
  device: { es: 'Otro dispositivo', en: 'Another device' },
  place: { es: 'País o red', en: 'Country or network' },
  stay: { es: 'Fin de la permanencia mínima', en: 'End of the minimum stay' },
  simCost: { es: 'Costo de una SIM', en: 'Cost of a SIM' },
  pool: { es: 'Consumo de un pool', en: 'Usage of a pool' },
  companyCost: { es: 'Costo de la empresa', en: 'Cost of the company' },
  anomaly: { es: 'SIM fuera de lo común', en: 'SIM out of the ordinary' },
  modelAnomaly: { es: 'Modelo fuera de lo común', en: 'Model out of the ordinary' },
}

/** What a rule asks for. */
export const RULE_OPERATION_WORDS: Readonly<Record<RuleOperation, Sentence>> = {
  hibernate: { es: 'Hibernar', en: 'Hibernate' },
  reactivate: { es: 'Reactivar', en: 'Reactivate' },
  restart: { es: 'Reiniciar', en: 'Restart' },
  cutData: { es: 'Cortar los datos', en: 'Cut data' },
  restoreData: { es: 'Restablecer los datos', en: 'Restore data' },
  plan: { es: 'Cambiar de plan', en: 'Change plan' },
  sms: { es: 'Enviar un SMS', en: 'Send an SMS' },
}

export const RULE_ACTION_WORDS: Readonly<Record<RuleActionState, Sentence>> = {
  none: { es: 'Solo notifica', en: 'Notifies only' },
  asked: { es: 'Por confirmar', en: 'To be confirmed' },
  due: { es: 'Por iniciar', en: 'About to start' },
  started: { es: 'Iniciada', en: 'Started' },
  refused: { es: 'Sin permiso', en: 'Not permitted' },
  declined: { es: 'Descartada', en: 'Declined' },
  lapsed: { es: 'Sin efecto: la regla cambió', en: 'Void: the rule changed' },
}

/** What a person says about what a rule found: does what it asks, or does not, or has seen it. */
export const RULE_ANSWERS = ['confirm', 'decline', 'acknowledge'] as const
export type RuleAnswer = (typeof RULE_ANSWERS)[number]

export const RULE_ANSWER_SENTENCES: Readonly<Record<RuleAnswer, Sentence>> = {
  confirm: { es: 'Operación confirmada', en: 'Operation confirmed' },
  decline: { es: 'Operación descartada', en: 'Operation declined' },
  acknowledge: { es: 'Marcada como vista', en: 'Acknowledged' },
}

export const RULE_SENTENCES = {
  answeredBefore: { es: 'Ya estaba respondida', en: 'It had already been answered' },
  created: { es: 'Regla creada', en: 'Rule created' },
  changed: { es: 'Regla guardada', en: 'Rule saved' },
  paused: { es: 'Regla desactivada', en: 'Rule turned off' },
  resumed: { es: 'Regla activada', en: 'Rule turned on' },
  deleted: { es: 'Regla eliminada', en: 'Rule deleted' },
  stopped: { es: 'Todas las reglas están detenidas', en: 'All rules are stopped' },
  restarted: { es: 'Las reglas vuelven a actuar', en: 'Rules act again' },
  unknown: { es: 'No existe esa regla', en: 'Rule not found' },
  unknownCompany: UNKNOWN_SENTENCES.company,
  unknownPlan: { es: 'No existe ese plan', en: 'Plan not found' },
  unknownGroup: { es: 'No existe ese grupo', en: 'Group not found' },
  nothingToDo: { es: 'Elija al menos una acción', en: 'Choose at least one action' },
  notAllowed: {
    es: 'No tiene permiso para hacer esto a las SIMs',
    en: 'You don’t have permission to do this to SIMs',
  },
  tooMany: {
    es: `Una empresa puede tener ${COMPANY_ACTING_RULES_MAX} reglas como máximo`,
    en: `A company can have up to ${COMPANY_ACTING_RULES_MAX} rules`,
  },
} as const satisfies Record<string, Sentence>
