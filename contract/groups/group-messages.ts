import { COMPANY_RULES_MAX } from '#domain/group-rules.ts'
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
  hasLock: {
    es: 'Elimine antes el vínculo de las SIMs del grupo',
    en: 'Delete the lock of the group’s SIMs first',
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
  ruleOnFirstLevel: {
    es: 'Un grupo por regla está en el primer nivel y no contiene otros',
    en: 'A group by rule is on the first level and has no others inside',
  },
  ruleOfFixed: {
    es: 'Un grupo fijo no puede tener una regla: cree otro grupo',
    en: 'A fixed group can’t have a rule: create another group',
  },
  ruleWithoutPlans: {
    es: 'Un grupo por regla no da planes al activar: una SIM puede estar en varios',
    en: 'A group by rule gives no plans at activation: a SIM can be in several',
  },
  ruleByRule: {
    es: 'Una regla no puede filtrar por un grupo por regla: use los filtros de ese grupo',
    en: 'A rule can’t filter by a group by rule: use that group’s own filters',
  },
  ruleByGivenTag: {
    es: 'Una regla no puede filtrar por un tag que da un grupo por regla',
    en: 'A rule can’t filter by a tag that a group by rule gives',
  },
  tagOfRule: {
    es: 'Un grupo por regla no puede dar un tag por el que filtra una regla',
    en: 'A group by rule can’t give a tag that a rule filters by',
  },
  tooManyRules: {
    es: `La empresa tendría más de ${COMPANY_RULES_MAX} grupos por regla`,
    en: `The company would have more than ${COMPANY_RULES_MAX} groups by rule`,
  },
  inRule: {
    es: 'La regla de un grupo filtra por él: cámbiela primero',
    en: 'A group’s rule filters by it: change the rule first',
  },
  alarmComesAndGoes: {
    es: 'Una alarma no puede ser para un grupo cuya regla filtra por sesión o silencio: las SIMs entran y salen con cada conexión',
    en: 'An alarm can’t be for a group whose rule filters by session or silence: SIMs enter and leave with each connection',
  },
  alarmChangesGroup: {
    es: 'Una alarma que corta datos cambiaría quién está en el grupo: la regla debe tener los estados Activa y Desactivada por alarma, o ninguno de los dos',
    en: 'An alarm that cuts data would change who is in the group: the rule must have both Active and Deactivated by alarm, or neither',
  },
  hasGroups: { es: 'Elimine o mueva primero los grupos que contiene', en: 'Delete or move the groups inside it first' },
} as const satisfies Record<string, Sentence>
