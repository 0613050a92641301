import type { DeviceMode } from '#domain/locks.ts'
import type { Sentence } from '../sentence.ts'

/** How a SIM is bound to its device, in a few words. */
export const DEVICE_MODE_WORDS: Readonly<Record<DeviceMode, Sentence>> = {
  off: { es: 'Cualquier dispositivo', en: 'Any device' },
  learn: { es: 'El primero que se detecte', en: 'The first one detected' },
  imei: { es: 'Estos IMEI', en: 'These IMEIs' },
  tac: { es: 'Estos modelos', en: 'These models' },
}

export const DEVICE_LOCK_SENTENCES = {
  saved: { es: 'Vínculo guardado', en: 'Lock saved' },
  unchanged: { es: 'Sin cambios', en: 'No changes' },
} as const satisfies Record<string, Sentence>
