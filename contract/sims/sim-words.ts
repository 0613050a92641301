import type { AdministrativeStatusName } from '#domain/sim-status.ts'
import type { simList } from './sims.calls.ts'

/** What the properties of a SIM are called: on the page, and in the files that the server writes. */
export type SimColumn = keyof (typeof simList)['columns'] | 'percent'

export const STATUS_WORDS = {
  es: {
    readyToUse: 'Lista para usar',
    active: 'Activa',
    deactivated: 'Desactivada',
    suspended: 'Suspendida',
    terminationInProcess: 'Baja en proceso',
    terminated: 'Terminada',
    retired: 'Retirada',
    hibernationInProcess: 'Hibernación en proceso',
    terminationRequested: 'Baja solicitada',
    deactivatedByAlarm: 'Desactivada por alarma',
    hibernated: 'Hibernada',
  },
  en: {
    readyToUse: 'Ready to use',
    active: 'Active',
    deactivated: 'Deactivated',
    suspended: 'Suspended',
    terminationInProcess: 'Termination in process',
    terminated: 'Terminated',
    retired: 'Retired',
    hibernationInProcess: 'Hibernation in process',
    terminationRequested: 'Termination requested',
    deactivatedByAlarm: 'Deactivated by alarm',
    hibernated: 'Hibernated',
  },
} as const satisfies Record<'es' | 'en', Record<AdministrativeStatusName, string>>

/** By gprsStatus: 0 not available, 1 activated, 2 deactivated. */
export const DATA_SESSION_WORDS = {
  es: ['No disponible', 'Conectada', 'Sin sesión'],
  en: ['Not available', 'Connected', 'No session'],
} as const

export const SIM_COLUMN_WORDS = {
  es: {
    icc: 'ICC',
    msisdn: 'MSISDN',
    imei: 'IMEI',
    device: 'Dispositivo',
    customField1: 'Etiqueta',
    customField2: 'Campo 2',
    simAdministrativeStatusId: 'Estado',
    gprsStatus: 'Sesión',
    ip: 'IP',
    currentNetwork: 'Red actual',
    planCode: 'Plan',
    planMb: 'Límite del plan (MB)',
    percent: '% del plan',
    consumptionMonthlyData: 'Datos del ciclo',
    consumptionDailyData: 'Datos de hoy',
    consumptionMonthlyVoice: 'Voz del ciclo',
    consumptionDailyVoice: 'Voz de hoy',
    consumptionMonthlySms: 'SMS del ciclo',
    consumptionDailySms: 'SMS de hoy',
    activationDate: 'Activación',
    providerId: 'Origen',
    simTypeId: 'Tipo',
    apnId: 'APN',
    companyId: 'Empresa',
    lastSeen: 'Última conexión',
    tags: 'Tags',
  },
  en: {
    icc: 'ICC',
    msisdn: 'MSISDN',
    imei: 'IMEI',
    device: 'Device',
    customField1: 'Label',
    customField2: 'Field 2',
    simAdministrativeStatusId: 'Status',
    gprsStatus: 'Session',
    ip: 'IP',
    currentNetwork: 'Current network',
    planCode: 'Plan',
    planMb: 'Plan limit (MB)',
    percent: '% of plan',
    consumptionMonthlyData: 'Cycle data',
    consumptionDailyData: 'Data today',
    consumptionMonthlyVoice: 'Cycle voice',
    consumptionDailyVoice: 'Voice today',
    consumptionMonthlySms: 'Cycle SMS',
    consumptionDailySms: 'SMS today',
    activationDate: 'Activation',
    providerId: 'Origin',
    simTypeId: 'Type',
    apnId: 'APN',
    companyId: 'Company',
    lastSeen: 'Last seen',
    tags: 'Tags',
  },
} as const satisfies Record<'es' | 'en', Record<SimColumn, string>>
