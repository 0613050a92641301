import type { Permit } from '#domain/permits.ts'
import type { GrantProblem } from '#domain/user-rights.ts'
import type { UserProblem, UserState } from '#domain/users.ts'
import { FIELD_SENTENCES, UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** The fields of a user by the names that people read, on the page and in its files. */
export const USER_WORDS = {
  userEmail: { es: 'E-mail', en: 'E-mail' },
  userName: { es: 'Nombre', en: 'Name' },
  userLastname: { es: 'Apellido', en: 'Last name' },
  userPhone: { es: 'Teléfono', en: 'Phone' },
  userTin: { es: 'Identificación tributaria', en: 'Tax id' },
  company: { es: 'Empresa', en: 'Company' },
  state: { es: 'Estado', en: 'Status' },
  permits: { es: 'Permisos', en: 'Permissions' },
  canHibernate: { es: 'Puede hibernar', en: 'Can hibernate' },
  admin: { es: 'Administra el portal', en: 'Administrator' },
  secondFactor: { es: 'Verificación en dos pasos', en: 'Two-step verification' },
  lastSeen: { es: 'Última visita', en: 'Last seen' },
  created: { es: 'Creado', en: 'Created' },
} as const satisfies Readonly<Record<string, Sentence>>

export const USER_STATE_WORDS: Readonly<Record<UserState, Sentence>> = {
  active: { es: 'Activo', en: 'Active' },
  invited: { es: 'Invitado', en: 'Invited' },
  deactivated: { es: 'Desactivado', en: 'Deactivated' },
}

/** What each permit opens, as a column of the matrix says it. */
export const PERMIT_WORDS: Readonly<Record<Permit, Sentence>> = {
  sims: { es: 'SIMs', en: 'SIMs' },
  requests: { es: 'Solicitudes', en: 'Requests' },
  hys: { es: 'Hardware', en: 'Hardware' },
  alarmas: { es: 'Alarmas', en: 'Alarms' },
  sms_report: { es: 'Reporte SMS', en: 'SMS report' },
  plans: { es: 'Planes', en: 'Plans' },
  users: { es: 'Usuarios', en: 'Users' },
  companies: { es: 'Empresas', en: 'Companies' },
}

export const USER_PROBLEMS: Readonly<Record<UserProblem, Sentence>> = {
  required: FIELD_SENTENCES.required,
  tooLong: FIELD_SENTENCES.tooLong,
  email: FIELD_SENTENCES.email,
  taxId: FIELD_SENTENCES.taxId,
}

/** Why rights were not given. */
export const GRANT_SENTENCES: Readonly<Record<GrantProblem, Sentence>> = {
  own: { es: 'Nadie cambia sus propios permisos', en: 'Nobody changes their own permissions' },
  notHeld: { es: 'Nadie da un permiso que no tiene', en: 'Nobody gives a permission that they do not have' },
  notAtRoot: {
    es: 'Solo quien pertenece a la empresa principal administra el portal',
    en: 'Only users of the main company can be administrators',
  },
}

export const USER_SENTENCES = {
  created: {
    es: 'El usuario quedó creado y la invitación va en camino',
    en: 'The user was created and the invitation is on its way',
  },
  changed: { es: 'El usuario quedó guardado', en: 'The user was saved' },
  deactivated: {
    es: 'El usuario quedó desactivado; sus sesiones terminaron',
    en: 'The user was deactivated; their sessions have ended',
  },
  reactivated: { es: 'El usuario puede volver a entrar', en: 'The user can log in again' },
  deleted: { es: 'El usuario quedó eliminado', en: 'The user was deleted' },
  invited: { es: 'La invitación va en camino', en: 'The invitation is on its way' },
  permitsSaved: { es: 'Los permisos quedaron guardados', en: 'The permissions were saved' },
  unknown: UNKNOWN_SENTENCES.user,
  unknownCompany: UNKNOWN_SENTENCES.company,
  emailTaken: { es: 'Ese E-mail ya está en uso', en: 'That e-mail is in use already' },
  holdsMore: {
    es: 'Este usuario tiene permisos que usted no tiene: lo cambia alguien que los tenga todos',
    en: 'This user has permissions that you do not have: somebody who has them all must change them',
  },
  self: { es: 'Nadie puede desactivarse ni eliminarse a sí mismo', en: 'Nobody can deactivate or delete themselves' },
  hasPassword: {
    es: 'Este usuario ya entró: no hace falta invitarlo',
    en: 'This user has logged in already: no need to invite them',
  },
  isDeactivated: { es: 'El usuario está desactivado', en: 'The user is deactivated' },
  conflict: {
    es: 'Alguien cambió el usuario entretanto: vuelva a abrirlo',
    en: 'Somebody changed the user in the meantime: open it again',
  },
  viewedAdministrator: {
    es: 'Solo se puede ver el portal como alguien que no lo administra y que puede entrar',
    en: 'The portal can only be seen as somebody who is no administrator and can log in',
  },
  viewEnded: { es: 'Vuelve a ver el portal como usted mismo', en: 'You see the portal as yourself again' },
} as const satisfies Record<string, Sentence>
