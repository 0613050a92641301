import type { DiagnosisCode, RecommendedAction } from '#domain/diagnosis.ts'
import type { Sentence } from '../sentence.ts'

/** What a SIM's tools say in both languages. */

/** What a test found; the status, its reason and such stand behind a colon. */
export const DIAGNOSIS_SENTENCES: Record<DiagnosisCode, Sentence> = {
  in_order: {
    es: 'Estado, empresa, plan, APN y límites están en orden',
    en: 'Status, company, plan, APN and limits are in order',
  },
  status_not_active: { es: 'La SIM no está activa', en: 'The SIM is not active' },
  company_blocked: { es: 'La empresa de la SIM está bloqueada', en: "The SIM's company is blocked" },
  plan_missing: { es: 'La SIM no tiene plan', en: 'The SIM has no plan' },
  apn_missing: { es: 'La SIM no tiene APN', en: 'The SIM has no APN' },
  limit_reached: { es: 'Alcanzó el límite de datos de su plan', en: 'It has reached the data limit of its plan' },
  imei_mismatch: {
    es: 'La SIM está en otro equipo que el de su IMEI',
    en: 'The SIM is in another device than that of its IMEI',
  },
  registered: { es: 'La SIM está registrada en la red', en: 'The SIM is registered in the network' },
  stale_registration: {
    es: 'La red la da por registrada, pero no sabe de ella hace más de 24 horas',
    en: 'The network takes it for registered, but has not heard of it for over 24 hours',
  },
  not_registered: { es: 'La SIM no está registrada en la red', en: 'The SIM is not registered in the network' },
  never_registered: { es: 'La red nunca ha visto esta SIM', en: 'The network has never seen this SIM' },
  connected: { es: 'La sesión de datos está abierta', en: 'The data session is open' },
  apn_mismatch: {
    es: 'El equipo usa otro APN que el configurado para la SIM',
    en: "The device uses another APN than the SIM's own",
  },
  recent_session: {
    es: 'No hay sesión abierta ahora, pero hubo datos hace menos de una hora',
    en: 'No session is open now, but there was data within the last hour',
  },
  no_session: { es: 'No hay sesión de datos', en: 'There is no data session' },
  never_connected: { es: 'La SIM nunca ha abierto una sesión de datos', en: 'The SIM has never opened a data session' },
  data_cut: { es: 'La red tiene cortados los datos de la SIM', en: "The network has the SIM's data cut" },
  not_in_service: { es: 'La red no da servicio a la SIM', en: 'The network gives the SIM no service' },
  timeout: {
    es: 'La red no respondió a tiempo; no dice nada de la SIM',
    en: 'The network did not answer in time; it says nothing about the SIM',
  },
  unreachable: {
    es: 'La red no está disponible ahora; no dice nada de la SIM',
    en: 'The network is not available now; it says nothing about the SIM',
  },
  unknown_sim: { es: 'La red no conoce esta SIM', en: 'The network does not know this SIM' },
  not_supported: { es: 'La red de esta SIM no ofrece esta prueba', en: "This SIM's network does not offer this test" },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
}

export const NEXT_STEP_SENTENCES: Record<RecommendedAction, Sentence> = {
  activate: { es: 'Active la SIM', en: 'Activate the SIM' },
  reactivate: { es: 'Reactive la SIM', en: 'Reactivate the SIM' },
  withdrawTermination: { es: 'Retire la baja mientras se pueda', en: 'Withdraw the termination while that is possible' },
  restoreData: { es: 'Restablezca los datos o suba el límite de la alarma', en: "Restore the data or raise the alarm's limit" },
  restart: { es: 'Reinicie la SIM y repita la prueba', en: 'Restart the SIM and test again' },
  raiseLimit: { es: 'Cambie la SIM a un plan mayor', en: 'Move the SIM to a larger plan' },
  setApn: { es: 'Configure en el equipo el APN de la SIM', en: "Set the SIM's APN in the device" },
  checkDevice: { es: 'Revise el equipo: energía, antena y SIM', en: 'Check the device: power, antenna and SIM' },
  checkInstallation: {
    es: 'Revise que la SIM esté puesta y que haya cobertura',
    en: 'Check that the SIM is inserted and that there is coverage',
  },
  replaceSim: { es: 'Use otra SIM: esta ya no vuelve', en: 'Use another SIM: this one does not come back' },
  contactSupport: { es: 'Escriba a soporte', en: 'Contact support' },
  testAdministrative: { es: 'Haga la prueba administrativa', en: 'Run the administrative test' },
  testGsm: { es: 'Haga la prueba GSM', en: 'Run the GSM test' },
  testGprs: { es: 'Haga la prueba GPRS', en: 'Run the GPRS test' },
  wait: { es: 'Espere a la próxima conexión del equipo', en: 'Wait for the next connection of the device' },
  retry: { es: 'Repita la prueba en unos minutos', en: 'Test again in some minutes' },
}

/** A message of which it is not known whether it left. */
export const SMS_UNANSWERED: Sentence = {
  es: 'La red no respondió; no se sabe si el mensaje salió',
  en: 'The network did not answer; it is not known whether the message left',
}

export const NUMBER_CHANGED: Sentence = {
  es: 'El número de la SIM cambió entretanto',
  en: 'The number of the SIM changed in the meantime',
}

/** Why a message did not arrive, by the kinds of the network port. */
export const SMS_CAUSE_SENTENCES: Readonly<Record<string, Sentence>> = {
  expired: { es: 'El equipo no estuvo disponible a tiempo', en: 'The device was not available in time' },
  absent_subscriber: { es: 'El equipo no está disponible', en: 'The device is not available' },
  memory_full: { es: 'La memoria del equipo está llena', en: "The device's memory is full" },
  rejected: { es: 'El equipo lo rechazó', en: 'The device rejected it' },
  unknown_sim: { es: 'La red no conoce esta SIM', en: 'The network does not know this SIM' },
  wrong_state: { es: 'El estado de la SIM en la red no lo permite', en: "The SIM's state in the network does not allow it" },
  not_supported: { es: 'La red de esta SIM no lo ofrece', en: "This SIM's network does not offer it" },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
  rate_limited: { es: 'La red recibe demasiadas peticiones', en: 'The network gets too many requests' },
  unreachable: { es: 'La red no está disponible', en: 'The network is not available' },
  incomplete: { es: 'Incompleto: una parte nunca llegó', en: 'Incomplete: a part never came' },
  other: { es: 'La red no aceptó el mensaje', en: 'The network did not accept the message' },
}
