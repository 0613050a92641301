import type { Permit } from '#domain/permits.ts'
import type { GrantProblem } from '#domain/user-rights.ts'
import type { UserProblem, UserState } from '#domain/users.ts'
import { FIELD_SENTENCES } from './messages.ts'

type Sentence = { readonly es: string; readonly en: string }

/** The fields of a user by the names that people read, on the page and in its files. */
export const USER_WORDS = {
  userEmail: { es: 'E-mail', en: 'E-mail' },
  userName: { es: 'Nombre', en: 'Name' },
  userLastname: { es: 'Apellido', en: 'Last name' },
  userPhone: { es: 'Teléfono', en: 'Phone' },
  userTin: { es: 'Identificación tributaria', en: 'Tax id' },
  company: { es: 'Empresa', en: 'Company' },
  state: { es: 'Estado', en: 'State' },
  permits: { es: 'Permisos', en: 'Permits' },
  canHibernate: { es: 'Puede hibernar', en: 'Can hibernate' },
  admin: { es: 'Administra el portal', en: 'Administrator' },
  secondFactor: { es: 'Segundo factor', en: 'Second factor' },
  lastSeen: { es: 'Última visita', en: 'Last seen' },
  created: { es: 'Creado', en: 'Made' },
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
  tooLong: { es: 'El texto es demasiado largo', en: 'The text is too long' },
  email: FIELD_SENTENCES.email,
  taxId: { es: 'Use letras, dígitos, puntos, guiones o barras', en: 'Use letters, digits, dots, hyphens or slashes' },
}

/** Why rights were not given. */
export const GRANT_SENTENCES: Readonly<Record<GrantProblem, Sentence>> = {
  own: { es: 'Nadie cambia sus propios permisos', en: 'Nobody changes their own permits' },
  notHeld: { es: 'Nadie da un permiso que no tiene', en: 'Nobody gives a permit that they do not hold' },
  notAtRoot: {
    es: 'Solo quien pertenece a la empresa principal administra el portal',
    en: 'Only users of the company above all are administrators',
  },
}

export const USER_SENTENCES = {
  created: {
    es: 'El usuario quedó creado y la invitación va en camino',
    en: 'The user is made and the invitation is on its way',
  },
  changed: { es: 'El usuario quedó guardado', en: 'The user is saved' },
  deactivated: {
    es: 'El usuario quedó desactivado; sus sesiones terminaron',
    en: 'The user is deactivated; their sessions have ended',
  },
  reactivated: { es: 'El usuario puede volver a entrar', en: 'The user can log in again' },
  deleted: { es: 'El usuario quedó eliminado', en: 'The user is deleted' },
  invited: { es: 'La invitación va en camino', en: 'The invitation is on its way' },
  permitsSaved: { es: 'Los permisos quedaron guardados', en: 'The permits are saved' },
  unknown: { es: 'No existe ese usuario', en: 'There is no such user' },
  unknownCompany: { es: 'No existe esa empresa', en: 'There is no such company' },
  emailTaken: { es: 'Ese E-mail ya está en uso', en: 'That e-mail is in use already' },
  holdsMore: {
    es: 'Este usuario tiene permisos que usted no tiene: lo cambia alguien que los tenga todos',
    en: 'This user holds permits that you do not hold: somebody who holds them all changes them',
  },
  self: { es: 'Nadie se desactiva ni se elimina a sí mismo', en: 'Nobody deactivates or deletes themselves' },
  hasPassword: {
    es: 'Este usuario ya entró: no hace falta invitarlo',
    en: 'This user has logged in already: no need to invite them',
  },
  isDeactivated: { es: 'El usuario está desactivado', en: 'The user is deactivated' },
  conflict: {
    es: 'Alguien cambió el usuario entretanto: vuelva a abrirlo',
    en: 'Somebody changed the user in the meantime: open them again',
  },
  viewedAdministrator: {
    es: 'Solo se puede ver el portal como alguien que no lo administra y que puede entrar',
    en: 'The portal can only be seen as somebody who is no administrator and can log in',
  },
  viewEnded: { es: 'Vuelve a ver el portal como usted mismo', en: 'You see the portal as yourself again' },
} as const satisfies Record<string, Sentence>
