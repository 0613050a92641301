import { COMPANY_GEOFENCES_MAX } from '#domain/geofences.ts'
import { UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

export const GEOFENCE_SENTENCES = {
  created: { es: 'Geocerca creada', en: 'Geofence created' },
  saved: { es: 'Geocerca guardada', en: 'Geofence saved' },
  deleted: { es: 'Geocerca eliminada', en: 'Geofence deleted' },
  unknown: { es: 'Esa geocerca ya no existe', en: 'That geofence no longer exists' },
  unknownCompany: UNKNOWN_SENTENCES.company,
  nameTaken: { es: 'Ya hay una geocerca con ese nombre', en: 'There is already a geofence with that name' },
  tooMany: {
    es: `La empresa ya tiene ${COMPANY_GEOFENCES_MAX} geocercas`,
    en: `The company already has ${COMPANY_GEOFENCES_MAX} geofences`,
  },
} as const satisfies Record<string, Sentence>

/** Why a geofence is not deleted. */
export const geofenceInUse = (locks: number): Sentence => ({
  es: `La geocerca está en el vínculo de ${locks} ${locks === 1 ? 'SIM' : 'SIMs'}`,
  en: `The geofence is in the lock of ${locks} ${locks === 1 ? 'SIM' : 'SIMs'}`,
})
