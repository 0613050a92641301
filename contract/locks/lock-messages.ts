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
  off: { es: 'Cualquier país y red', en: 'Any country and network' },
  listed: { es: 'Estos países y redes', en: 'These countries and networks' },
}

export const SIM_LOCK_SENTENCES = {
  saved: { es: 'Vínculo guardado', en: 'Lock saved' },
  nothing: { es: 'Indique dispositivos, países y redes, o E-mails', en: 'Give devices, countries and networks, or emails' },
  unchanged: { es: 'Sin cambios', en: 'No changes' },
} as const satisfies Record<string, Sentence>
