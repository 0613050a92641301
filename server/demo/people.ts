import type { Role } from '#domain/role-presets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { officeTime } from './office-hours.ts'

/** A user of the demo beside its logins. */
export interface DemoPerson {
  readonly companyId: number
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly phone: string
  readonly city: string
  readonly role: Role
  /** when the person was last in the portal, ms ago; undefined: invited, and not in it yet */
  readonly seenMsAgo: number | undefined
}

type Row = readonly [
  companyId: number,
  email: string,
  fullName: string,
  phone: string,
  city: string,
  role: Role,
  seenMsAgo?: number,
]

const PEOPLE: readonly Row[] = [
  [1, 'tomas.vidal@enlace.test', 'Tomás Vidal', '+56 2 2712 4412', 'Santiago', 'operations', 12 * MINUTE_MS],
  [1, 'paula.sepulveda@enlace.test', 'Paula Sepúlveda', '+56 2 2712 4418', 'Santiago', 'billing', 3 * HOUR_MS],
  [2, 'rodrigo.aliaga@canaliot.test', 'Rodrigo Aliaga', '+56 9 8123 5540', 'Santiago', 'administrator'],
  [3, 'claudia.quispe@conectaandina.test', 'Claudia Quispe', '+51 987 654 210', 'Lima', 'administrator', 41 * MINUTE_MS],
  [3, 'jorge.salazar@conectaandina.test', 'Jorge Salazar', '+51 986 120 337', 'Lima', 'billing', 5.1 * DAY_MS],
  [4, 'carolina.munoz@andes.test', 'Carolina Muñoz', '+56 9 7331 0925', 'Santiago', 'operations', 26 * MINUTE_MS],
  [4, 'sebastian.rojas@andes.test', 'Sebastián Rojas', '+56 9 5518 2046', 'Santiago', 'billing', 2.2 * DAY_MS],
  [4, 'francisca.leiva@andes.test', 'Francisca Leiva', '+56 9 6270 8813', 'Rancagua', 'reader', 12 * DAY_MS],
  [5, 'andres.bravo@pacifico.test', 'Andrés Bravo', '+56 32 221 7716', 'Valparaíso', 'operations', 94 * MINUTE_MS],
  [6, 'milagros.torres@incapago.test', 'Milagros Torres', '+51 944 871 026', 'Lima', 'administrator', 2.4 * HOUR_MS],
  [7, 'redes@bajio.test', 'Guadalupe Hernández', '+52 477 712 3408', 'León', 'administrator', 53 * MINUTE_MS],
  [7, 'arturo.medina@bajio.test', 'Arturo Medina', '+52 477 712 3415', 'León', 'billing', 8.3 * DAY_MS],
  [8, 'martin.echeverria@pampaagro.test', 'Martín Echeverría', '+54 9 341 555 2071', 'Rosario', 'administrator', 5.5 * HOUR_MS],
  [9, 'esteban.andrade@quitoseguridad.test', 'Esteban Andrade', '+593 99 845 2210', 'Quito', 'operations', 19 * MINUTE_MS],
  [9, 'gabriela.mena@quitoseguridad.test', 'Gabriela Mena', '+593 98 412 7765', 'Quito', 'reader'],
  [10, 'operaciones@andesnorte.test', 'Héctor Carvajal', '+56 55 244 1870', 'Antofagasta', 'operations', 1.2 * HOUR_MS],
  [11, 'pilar.ovalle@andesfrio.test', 'Pilar Ovalle', '+56 9 9034 6127', 'Santiago', 'operations', 4.3 * HOUR_MS],
  [12, 'renzo.huaman@andesperu.test', 'Renzo Huamán', '+51 958 310 447', 'Arequipa', 'operations', 1.1 * DAY_MS],
  [13, 'daniela.araya@pacificopuertos.test', 'Daniela Araya', '+56 35 228 9041', 'San Antonio', 'reader', 6.7 * HOUR_MS],
  [14, 'ximena.trevino@bajionorte.test', 'Ximena Treviño', '+52 444 813 2290', 'San Luis Potosí', 'operations', 18.4 * DAY_MS],
]

function personOf([companyId, email, fullName, phone, city, role, seenMsAgo]: Row): DemoPerson {
  const [name = '', lastName = ''] = fullName.split(' ')
  return { companyId, email, name, lastName, phone, city, role, seenMsAgo }
}

/** With the rights of usual roles. All but the invited ones have the password of the logins. */
export const DEMO_PEOPLE: readonly DemoPerson[] = PEOPLE.map(personOf)

/** When those who have logins were last in the portal, ms ago: not before their last message or request. */
export const LOGINS_SEEN: Readonly<Record<string, number>> = {
  'admin@enlace.test': 6 * MINUTE_MS,
  'ana@andes.test': 18 * MINUTE_MS,
  'luis@andes.test': 5.3 * DAY_MS,
  'flota@pacifico.test': 78 * MINUTE_MS,
}

/** A person whose company took the access away, and when. */
export const BLOCKED = { email: 'francisca.leiva@andes.test', by: 'ana@andes.test', daysAgo: 9 } as const

export const blockedAt = (now: Date): Date => officeTime(now, 4, { daysAgo: BLOCKED.daysAgo, hour: 10.1 })

/** Who changed the password lately. */
export const PASSWORD_CHANGED = 'carolina.munoz@andes.test'

export const passwordChangedAt = (now: Date): Date => officeTime(now, 4, { daysAgo: 4, hour: 9.2 })

interface Invitation {
  readonly email: string
  readonly by: string
  /** of the first one, and of one that was sent again */
  readonly daysAgo: readonly number[]
}

/** None is older than the week for which its link is valid. */
export const INVITATIONS: readonly Invitation[] = [
  { email: 'rodrigo.aliaga@canaliot.test', by: 'admin@enlace.test', daysAgo: [4, 1] },
  { email: 'gabriela.mena@quitoseguridad.test', by: 'claudia.quispe@conectaandina.test', daysAgo: [2] },
]

export const invitedAt = (now: Date, { daysAgo }: Invitation): Date[] =>
  daysAgo.map((days, nth) => officeTime(now, 1, { daysAgo: days, hour: 11.2 + 3.4 * nth }))

/** The address from which the people of a company come, of the range for documents (RFC 5737). */
export const officeAddress = (companyId: number): string => `198.51.100.${100 + companyId}`
