import { foldName } from './inventory-columns.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName, TECHNICAL_STATUS, type TechnicalStatus } from './sim-status.ts'

const STATUS_NAMES: Readonly<Record<AdministrativeStatusName, readonly string[]>> = {
  readyToUse: [
    'lista para usar',
    'listo para usar',
    'lista',
    'por activar',
    'sin uso',
    'nueva',
    'ready to use',
    'ready',
    'new',
    'inventory',
    'inactive new',
    'not used',
  ],
  active: ['activa', 'activo', 'activada', 'activado', 'active', 'activated', 'en servicio'],
  deactivated: ['desactivada', 'desactivado', 'inactiva', 'inactivo', 'deactivated', 'inactive'],
  suspended: ['suspendida', 'suspendido', 'bloqueada', 'suspended', 'blocked'],
  terminationInProcess: ['en proceso de baja', 'baja en proceso', 'baja en curso', 'termination in process', 'in termination'],
  terminated: ['dada de baja', 'baja', 'de baja', 'terminada', 'terminado', 'terminated'],
  retired: ['retirada', 'retirado', 'retired'],
  hibernationInProcess: [
    'en proceso de hibernacion',
    'en hibernacion',
    'hibernacion en proceso',
    'in hibernation process',
    'going into hibernation',
    'hibernation in process',
  ],
  terminationRequested: ['solicitud de baja', 'baja solicitada', 'termination request', 'termination requested'],
  deactivatedByAlarm: ['desactivada por alarma', 'desactivado por alarma', 'por alarma', 'deactivated by alarm'],
  hibernated: ['hibernada', 'hibernado', 'hibernated'],
}

const STATUS_BY_NAME = new Map<string, number>(
  (Object.keys(STATUS_NAMES) as AdministrativeStatusName[]).flatMap((name) => {
    const status = ADMINISTRATIVE_STATUS[name]
    return [String(status), foldName(name), foldName(name.replace(/[A-Z]/g, ' $&')), ...STATUS_NAMES[name]].map(
      (text): [string, number] => [text, status],
    )
  }),
)

/**
 * Parses an administrative status, 1–11, from a number or a name in Spanish or English; undefined when unrecognised.
 */
export function parseAdministrativeStatus(text: string): number | undefined {
  return STATUS_BY_NAME.get(text) ?? STATUS_BY_NAME.get(foldName(text))
}

const TECHNICAL_OF: Readonly<Record<number, TechnicalStatus>> = {
  [ADMINISTRATIVE_STATUS.readyToUse]: TECHNICAL_STATUS.activationReady,
  [ADMINISTRATIVE_STATUS.active]: TECHNICAL_STATUS.activated,
  [ADMINISTRATIVE_STATUS.deactivated]: TECHNICAL_STATUS.deactivated,
  [ADMINISTRATIVE_STATUS.suspended]: TECHNICAL_STATUS.suspended,
  [ADMINISTRATIVE_STATUS.terminationInProcess]: TECHNICAL_STATUS.deactivated,
  [ADMINISTRATIVE_STATUS.terminated]: TECHNICAL_STATUS.retired,
  [ADMINISTRATIVE_STATUS.retired]: TECHNICAL_STATUS.retired,
  [ADMINISTRATIVE_STATUS.hibernationInProcess]: TECHNICAL_STATUS.activated,
  [ADMINISTRATIVE_STATUS.terminationRequested]: TECHNICAL_STATUS.activated,
  [ADMINISTRATIVE_STATUS.deactivatedByAlarm]: TECHNICAL_STATUS.activated,
  [ADMINISTRATIVE_STATUS.hibernated]: TECHNICAL_STATUS.suspended,
}

/**
 * The assumed technical status, 1–7, for an administrative status until the network platform reports one: a hibernated
 * SIM is suspended there, one stopped by an alarm is still activated with its data barred.
 */
export function technicalStatusFor(administrativeStatus: number): TechnicalStatus {
  return TECHNICAL_OF[administrativeStatus] ?? TECHNICAL_STATUS.newInactive
}

/**
 * A time from a file: an instant when it has a zone, else the wall clock of the SIM's company. Both in PostgreSQL's
 * input syntax.
 */
export type FileTime = { readonly instant: string } | { readonly local: string }

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(.*))?$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]+(.*))?$/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * A date or time: '2025-03-01', '2025-03-01T10:00:00Z', '01/03/2025', '1-3-2025 10:00'. Two numbers before a year are day
 * and month, in that order, as the product's countries write them. Undefined when it is no date of the calendar.
 */
export function parseFileTime(text: string): FileTime | undefined {
  const value = text.trim()
  const yearFirst = YEAR_FIRST.exec(value)
  const found = yearFirst ?? DAY_FIRST.exec(value)
  if (!found) return undefined
  const [year, month, day] = yearFirst ? [found[1], found[2], found[3]] : [found[3], found[2], found[1]]
  const clock = CLOCK.exec(found[4]?.trim() || '0:00')
  if (!clock || !isCalendarDay(Number(year), Number(month), Number(day))) return undefined
  const [, hour = '0', minute = '0', second = '0', zone] = clock
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const two = (part: string | undefined): string => String(part).padStart(2, '0')
  const local = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
  if (zone === undefined) return { local }
  const offset = /^[+-]/.test(zone) ? zone : '+00'
  return Math.abs(Number(offset.slice(0, 3))) > 14 ? undefined : { instant: local + offset }
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1990 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
