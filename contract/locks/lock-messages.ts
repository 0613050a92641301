import type { AreaMode } from '#domain/area-locks.ts'
import type { DeviceMode } from '#domain/locks.ts'
import type { Sentence } from '../sentence.ts'

/** How a SIM is bound to its device, in a few words. */
export const DEVICE_MODE_WORDS: Readonly<Record<DeviceMode, Sentence>> = {
  off: { es: 'Cualquier dispositivo', en: 'Any device' },
  learn: { es: 'El primero que se detecte', en: 'The first one detected' },
  imei: { es: 'Estos IMEI', en: 'These IMEIs' },
  tac: { es: 'Estos modelos', en: 'These models' },
}

/** Where a SIM may be, in a few words. */
export const AREA_MODE_WORDS: Readonly<Record<AreaMode, Sentence>> = {
  off: { es: 'Cualquier lugar', en: 'Any place' },
  listed: { es: 'Estos lugares', en: 'These places' },
}

export const SIM_LOCK_SENTENCES = {
  saved: { es: 'Vínculo guardado', en: 'Lock saved' },
  nothing: { es: 'Indique dispositivos, lugares o E-mails', en: 'Give devices, places or emails' },
  inherits: {
    es: 'Para heredar el vínculo no indique dispositivos, lugares ni E-mails',
    en: 'To inherit the lock, give no devices, places or emails',
  },
  inherited: { es: 'La SIM hereda su vínculo', en: 'The SIM inherits its lock' },
  unknownGeofence: { es: 'La empresa de la SIM no tiene esa geocerca', en: 'The SIM’s company doesn’t have that geofence' },
  unchanged: { es: 'Sin cambios', en: 'No changes' },
} as const satisfies Record<string, Sentence>

export const LOCK_POLICY_SENTENCES = {
  saved: { es: 'Política guardada', en: 'Policy saved' },
  deleted: { es: 'Política eliminada', en: 'Policy deleted' },
  unknown: { es: 'La política ya no existe', en: 'The policy no longer exists' },
  unknownCompany: { es: 'No se encontró la empresa', en: 'Company not found' },
  unknownGroup: { es: 'La empresa no tiene ese grupo', en: 'The company doesn’t have that group' },
  unknownGeofence: { es: 'La empresa no tiene esa geocerca', en: 'The company doesn’t have that geofence' },
  oneDevice: {
    es: 'Cada SIM aprende su propio dispositivo: no indique ninguno',
    en: 'Each SIM learns a device of its own: give none',
  },
} as const satisfies Record<string, Sentence>
