import { GROUP_DEPTH_MAX } from '#domain/groups.ts'
import type { Sentence } from '../sentence.ts'

export const GROUP_SENTENCES = {
  moved: { es: 'La SIM fue movida', en: 'The SIM was moved' },
  created: { es: 'Grupo creado', en: 'Group created' },
  edited: { es: 'Grupo guardado', en: 'Group saved' },
  deleted: { es: 'Grupo eliminado', en: 'Group deleted' },
  unknown: { es: 'Ese grupo ya no existe', en: 'That group no longer exists' },
  pathTaken: { es: 'Ya hay un grupo con ese nombre ahí', en: 'There is already a group with that name there' },
  insideItself: { es: 'Un grupo no puede estar dentro de sí mismo', en: 'A group cannot be inside itself' },
  tooDeep: {
    es: `Los grupos tienen hasta ${GROUP_DEPTH_MAX} niveles`,
    en: `Groups have up to ${GROUP_DEPTH_MAX} levels`,
  },
  hasAlarms: {
    es: 'Una alarma es para este grupo: cámbiela o elimínela primero',
    en: 'An alarm is for this group: change or delete it first',
  },
  planUnknown: { es: 'Uno de los planes no existe', en: 'One of the plans doesn’t exist' },
  planTwice: {
    es: 'Hay dos planes del mismo origen y tipo de SIM: deje uno',
    en: 'Two plans are for the same origin and SIM type: leave one',
  },
  planWithProfile: {
    es: 'Un plan que cambia el perfil en la red no se puede dar al activar',
    en: 'A plan that changes the profile at the network can’t be given at activation',
  },
  hasGroups: { es: 'Elimine o mueva primero los grupos que contiene', en: 'Delete or move the groups inside it first' },
} as const satisfies Record<string, Sentence>
