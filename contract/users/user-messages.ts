import type { Permit } from '#domain/permits.ts'
import type { GrantProblem } from '#domain/user-rights.ts'
import type { UserState } from '#domain/user-states.ts'
import type { UserProblem } from '#domain/users.ts'
import { FIELD_SENTENCES, UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** The fields of a user by the names that people read, on the page and in its files. */
export const USER_WORDS = {
  userEmail: { es: 'E-mail', en: 'Email' },
  userName: { es: 'Nombre', en: 'Name' },
  userLastname: { es: 'Apellido', en: 'Last name' },
  userPhone: { es: 'Teléfono', en: 'Phone' },
  userTin: { es: 'Identificación tributaria', en: 'Tax ID' },
  company: { es: 'Empresa', en: 'Company' },
  state: { es: 'Estado', en: 'Status' },
  permits: { es: 'Permisos', en: 'Permissions' },
  canHibernate: { es: 'Hibernar y reactivar', en: 'Hibernate and reactivate' },
  admin: { es: 'Administra el portal', en: 'Manages the portal' },
  secondFactor: { es: 'Verificación en dos pasos', en: 'Two-step verification' },
  lastSeen: { es: 'Última actividad', en: 'Last active' },
  created: { es: 'Creado', en: 'Created' },
} as const satisfies Readonly<Record<string, Sentence>>

export const USER_STATE_WORDS: Readonly<Record<UserState, Sentence>> = {
  active: { es: 'Activo', en: 'Active' },
  invited: { es: 'Invitado', en: 'Invited' },
  deactivated: { es: 'Desactivado', en: 'Deactivated' },
}

/** What each permit opens, wherever it is named: users, invitations, API keys, the log. */
export const PERMIT_WORDS: Readonly<Record<Permit, Sentence>> = {
  sims: { es: 'SIMs', en: 'SIMs' },
  requests: { es: 'Solicitudes', en: 'Requests' },
  hys: { es: 'Hardware y servicios', en: 'Hardware and services' },
  alarmas: { es: 'Alarmas', en: 'Alarms' },
  sms_report: { es: 'Reporte de SMS', en: 'SMS report' },
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
  own: { es: 'No puede cambiar sus propios permisos', en: 'You can’t change your own permissions' },
  notHeld: { es: 'No puede dar un permiso que usted no tiene', en: 'You can’t grant a permission you don’t have' },
  notAtRoot: {
    es: 'Solo los usuarios de la empresa principal pueden administrar el portal',
    en: 'Only users of the main company can manage the portal',
  },
}

export const USER_SENTENCES = {
  created: {
    es: 'Usuario creado. La invitación va en camino',
    en: 'User created. The invitation is on its way',
  },
  changed: { es: 'Usuario guardado', en: 'User saved' },
  deactivated: {
    es: 'Usuario desactivado. Sus sesiones terminaron',
    en: 'User deactivated. Their sessions have ended',
  },
  reactivated: { es: 'El usuario puede volver a iniciar sesión', en: 'The user can log in again' },
  deleted: { es: 'Usuario eliminado', en: 'User deleted' },
  invited: { es: 'La invitación va en camino', en: 'The invitation is on its way' },
  permitsSaved: { es: 'Permisos guardados', en: 'Permissions saved' },
  unknown: UNKNOWN_SENTENCES.user,
  unknownCompany: UNKNOWN_SENTENCES.company,
  emailTaken: { es: 'Ese e-mail ya está en uso', en: 'That email is already in use' },
  ownEmail: {
    es: 'Cambie el suyo en el menú de su usuario, en Cuenta',
    en: 'Change your own in your user menu, under Account',
  },
  holdsMore: {
    es: 'Este usuario tiene permisos que usted no tiene: solo puede editarlo quien los tenga todos',
    en: 'This user has permissions you don’t have: only someone with all of them can edit it',
  },
  self: { es: 'No puede desactivarse ni eliminarse a sí mismo', en: 'You can’t deactivate or delete yourself' },
  hasPassword: {
    es: 'Este usuario ya inició sesión: no hace falta invitarlo',
    en: 'This user has already logged in: no invitation needed',
  },
  isDeactivated: { es: 'El usuario está desactivado', en: 'The user is deactivated' },
  conflict: {
    es: 'Otra persona cambió el usuario: ábralo otra vez',
    en: 'Someone else changed the user: open it again',
  },
  viewedAdministrator: {
    es: 'Solo puede ver el portal como un usuario activo que no lo administra',
    en: 'You can only view the portal as an active user who isn’t an administrator',
  },
  viewEnded: { es: 'Vuelve a ver el portal como usted mismo', en: 'You’re viewing the portal as yourself again' },
} as const satisfies Record<string, Sentence>
