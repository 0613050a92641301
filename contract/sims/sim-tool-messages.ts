import type { DiagnosisCode, RecommendedAction } from '#domain/diagnosis.ts'
import type { LockKind } from '#domain/locks.ts'
import { formatMbIn } from '#domain/megabytes.ts'
import type { Sentence } from '../sentence.ts'

/** What a SIM's tools say in both languages. */

/** What a test found; the status, its reason and such stand behind a colon. */
export const DIAGNOSIS_SENTENCES: Record<DiagnosisCode, Sentence> = {
  in_order: {
    es: 'Estado, empresa, plan, APN y límites están en orden',
    en: 'Status, company, plan, APN and limits are in order',
  },
  status_not_active: { es: 'La SIM no está activa', en: 'The SIM isn’t active' },
  company_blocked: { es: 'La empresa de la SIM está bloqueada', en: 'The SIM’s company is blocked' },
  plan_missing: { es: 'La SIM no tiene plan', en: 'The SIM has no plan' },
  apn_missing: { es: 'La SIM no tiene APN', en: 'The SIM has no APN' },
  limit_reached: { es: 'Alcanzó el límite de datos de su plan', en: 'It has reached the data limit of its plan' },
  imei_mismatch: {
    es: 'La SIM está en un dispositivo distinto al de su IMEI',
    en: 'The SIM is in a different device from its IMEI’s',
  },
  registered: { es: 'La SIM está registrada en la red', en: 'The SIM is registered on the network' },
  stale_registration: {
    es: 'Figura registrada, pero la red no tiene datos de ella hace más de 24 horas',
    en: 'It’s listed as registered, but the network has had no update for over 24 hours',
  },
  not_registered: { es: 'La SIM no está registrada en la red', en: 'The SIM isn’t registered on the network' },
  never_registered: { es: 'La red nunca ha visto esta SIM', en: 'The network has never seen this SIM' },
  connected: { es: 'La sesión de datos está abierta', en: 'The data session is open' },
  apn_mismatch: {
    es: 'El dispositivo usa un APN distinto al configurado para la SIM',
    en: 'The device uses a different APN from the SIM’s',
  },
  recent_session: {
    es: 'No hay sesión abierta, pero hubo datos hace menos de una hora',
    en: 'No open session, but there was data within the last hour',
  },
  no_session: { es: 'No hay sesión de datos', en: 'No data session' },
  never_connected: { es: 'La SIM nunca ha abierto una sesión de datos', en: 'The SIM has never opened a data session' },
  data_cut: { es: 'Los datos de la SIM están cortados en la red', en: 'The SIM’s data is cut on the network' },
  not_in_service: { es: 'La SIM no tiene servicio en la red', en: 'The SIM has no service on the network' },
  timeout: {
    es: 'La red no respondió a tiempo: sin veredicto sobre la SIM',
    en: 'The network didn’t respond in time: no verdict on the SIM',
  },
  unreachable: {
    es: 'La red no está disponible: sin veredicto sobre la SIM',
    en: 'The network isn’t available: no verdict on the SIM',
  },
  unknown_sim: { es: 'La red no conoce esta SIM', en: 'The network doesn’t know this SIM' },
  not_supported: { es: 'La red de esta SIM no ofrece esta prueba', en: 'This SIM’s network doesn’t support this test' },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
}

/** Why a SIM's data is cut: the alarm, the lock or the rule that holds it, or else the person who cut it. */
export interface DataCutCause {
  /** the limit of the alarm that holds it; null when no alarm cut it */
  readonly cutLimitMb: number | null
  /** the plan that it was judged for; null without one */
  readonly cutPlanName: string | null
  /** the alarm's present name */
  readonly cutAlarmName: string | null
  /** what its lock holds against it; null when no lock cut it */
  readonly cutByLock: LockKind | null
  /** the name of the rule that holds it; null when no rule cut it */
  readonly cutByRule: string | null
  /** the person or program that cut it; null when none did */
  readonly cutByPerson: string | null
}

const CUT_BY_LOCK: Readonly<Record<LockKind, Sentence>> = {
  device: { es: 'Sin datos: la SIM está en otro dispositivo', en: 'No data: the SIM is in another device' },
  area: {
    es: 'Sin datos: la SIM está fuera de sus países y redes',
    en: 'No data: the SIM is outside its countries and networks',
  },
  geofence: { es: 'Sin datos: la SIM está fuera de sus geocercas', en: 'No data: the SIM is outside its geofences' },
}

/** What cut a SIM's data: 'Sin datos: los cortó la alarma de 250 MB (IoT 250 MB)', 'la alarma Flota RM, de 250 MB (IoT 250 MB)'. */
export function dataCutSentence({
  cutLimitMb,
  cutPlanName,
  cutAlarmName,
  cutByLock,
  cutByRule,
  cutByPerson,
}: DataCutCause): Sentence {
  if (cutByLock) return CUT_BY_LOCK[cutByLock]
  if (cutByPerson !== null) return { es: `Sin datos: los cortó ${cutByPerson}`, en: `No data: ${cutByPerson} cut it` }
  if (cutByRule !== null && cutLimitMb === null)
    return { es: `Sin datos: los cortó la regla ${cutByRule}`, en: `No data: the rule ${cutByRule} cut it` }
  if (cutLimitMb === null) return { es: 'Sin datos: los cortó una alarma', en: 'No data: an alarm cut it' }
  const plan = cutPlanName ? ` (${cutPlanName})` : ''
  const [es, en] = [formatMbIn(cutLimitMb, 'es'), formatMbIn(cutLimitMb, 'en')]
  if (cutAlarmName) {
    return {
      es: `Sin datos: los cortó la alarma ${cutAlarmName}, de ${es}${plan}`,
      en: `No data: the alarm ${cutAlarmName}, of ${en}, cut it${plan}`,
    }
  }
  return { es: `Sin datos: los cortó la alarma de ${es}${plan}`, en: `No data: the ${en} alarm cut it${plan}` }
}

export const NEXT_STEP_SENTENCES: Record<RecommendedAction, Sentence> = {
  activate: { es: 'Active la SIM', en: 'Activate the SIM' },
  reactivate: { es: 'Reactive la SIM', en: 'Reactivate the SIM' },
  withdrawTermination: {
    es: 'Retire la baja antes de que venza el plazo',
    en: 'Withdraw the termination before the cooling-off period ends',
  },
  restoreData: { es: 'Restablezca los datos o cambie lo que los cortó', en: 'Restore data or change what cut it' },
  restart: { es: 'Reinicie la SIM y repita la prueba', en: 'Restart the SIM and test again' },
  raiseLimit: { es: 'Cambie la SIM a un plan mayor', en: 'Move the SIM to a larger plan' },
  setApn: { es: 'Configure en el dispositivo el APN de la SIM', en: 'Set the SIM’s APN on the device' },
  checkDevice: { es: 'Revise el dispositivo: energía, antena y SIM', en: 'Check the device: power, antenna and SIM' },
  checkInstallation: {
    es: 'Revise que la SIM esté puesta y que haya cobertura',
    en: 'Check that the SIM is inserted and that there is coverage',
  },
  replaceSim: { es: 'Use otra SIM: esta ya no se puede reactivar', en: 'Use another SIM: this one can’t be reactivated' },
  contactSupport: { es: 'Escriba a soporte', en: 'Contact support' },
  testAdministrative: { es: 'Haga la prueba administrativa', en: 'Run the administrative test' },
  testGsm: { es: 'Haga la prueba GSM', en: 'Run the GSM test' },
  testGprs: { es: 'Haga la prueba GPRS', en: 'Run the GPRS test' },
  wait: { es: 'Espere a la próxima conexión del dispositivo', en: 'Wait for the device’s next connection' },
  retry: { es: 'Repita la prueba en unos minutos', en: 'Test again in a few minutes' },
}

/** A message of which it is not known whether it left. */
export const SMS_UNANSWERED: Sentence = {
  es: 'La red no respondió: no se sabe si el mensaje se envió',
  en: 'The network didn’t respond: the message may or may not have been sent',
}

export const NUMBER_CHANGED: Sentence = {
  es: 'El número de la SIM cambió antes del envío',
  en: 'The SIM’s number changed before sending',
}

/** Why a message did not arrive, by the kinds of the network port. */
export const SMS_CAUSE_SENTENCES: Readonly<Record<string, Sentence>> = {
  expired: { es: 'El dispositivo no estuvo disponible a tiempo', en: 'The device wasn’t available in time' },
  absent_subscriber: { es: 'El dispositivo no está disponible', en: 'The device isn’t available' },
  memory_full: { es: 'La memoria del dispositivo está llena', en: 'The device’s memory is full' },
  rejected: { es: 'El dispositivo lo rechazó', en: 'The device rejected it' },
  unknown_sim: { es: 'La red no conoce esta SIM', en: 'The network doesn’t know this SIM' },
  wrong_state: { es: 'El estado de la SIM en la red no lo permite', en: 'The SIM’s status on the network doesn’t allow it' },
  not_supported: { es: 'La red de esta SIM no lo ofrece', en: 'This SIM’s network doesn’t support it' },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
  rate_limited: { es: 'La red recibe demasiadas peticiones', en: 'The network is getting too many requests' },
  unreachable: { es: 'La red no está disponible', en: 'The network isn’t available' },
  incomplete: { es: 'Incompleto: falta un segmento', en: 'Incomplete: a segment is missing' },
  other: { es: 'La red no aceptó el mensaje', en: 'The network didn’t accept the message' },
}

export const SIM_NOTE_SENTENCES = {
  added: { es: 'Nota agregada', en: 'Note added' },
  deleted: { es: 'Nota eliminada', en: 'Note deleted' },
  tooMany: {
    es: 'La SIM ya tiene 100 notas. Elimine alguna para agregar otra',
    en: 'The SIM already has 100 notes. Delete one to add another',
  },
} as const satisfies Record<string, Sentence>
