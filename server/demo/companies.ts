import { argentineCuit, chileanRut, ecuadorianRuc, mexicanRfc, peruvianRuc } from './tax-ids.ts'

export interface DemoCompany {
  readonly id: number
  readonly parents: readonly number[]
  readonly tin: string
  readonly businessName: string
  readonly fantasyName: string
  readonly country: string
  readonly timeZone: string
  readonly currency: string
  readonly cycleAnchorDay: number
}

const SANTIAGO = { country: 'CL', timeZone: 'America/Santiago', currency: 'CLP', cycleAnchorDay: 1 } as const
const LIMA = { country: 'PE', timeZone: 'America/Lima', currency: 'PEN', cycleAnchorDay: 1 } as const
const MEXICO = { country: 'MX', timeZone: 'America/Mexico_City', currency: 'MXN', cycleAnchorDay: 5 } as const

/** operator ─ two resellers ─ six customers with their subsidiaries. Parents stand before children. */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    id: 1,
    parents: [],
    tin: chileanRut(76_512_340),
    businessName: 'Enlace Operaciones S.A.',
    fantasyName: 'Enlace',
    ...SANTIAGO,
  },
  {
    id: 2,
    parents: [1],
    tin: chileanRut(76_894_115),
    businessName: 'Canal IoT Chile SpA',
    fantasyName: 'Canal IoT',
    ...SANTIAGO,
  },
  {
    id: 3,
    parents: [1],
    tin: peruvianRuc('2060418735'),
    businessName: 'Conecta Andina S.A.C.',
    fantasyName: 'Conecta Andina',
    ...LIMA,
  },
  {
    id: 4,
    parents: [1, 2],
    tin: chileanRut(96_731_890),
    businessName: 'Transportes Andes Sur SpA',
    fantasyName: 'Andes Sur',
    ...SANTIAGO,
  },
  {
    id: 5,
    parents: [1],
    tin: chileanRut(99_520_410),
    businessName: 'Pacífico Logística S.A.',
    fantasyName: 'Pacífico',
    ...SANTIAGO,
  },
  {
    id: 6,
    parents: [1, 3],
    tin: peruvianRuc('2051290346'),
    businessName: 'Cobros del Inca S.A.C.',
    fantasyName: 'IncaPago',
    ...LIMA,
  },
  {
    id: 7,
    parents: [1],
    tin: mexicanRfc('ABA040315QX'),
    businessName: 'Aguas del Bajío S.A. de C.V.',
    fantasyName: 'Aguas del Bajío',
    ...MEXICO,
  },
  {
    id: 8,
    parents: [1, 3],
    tin: argentineCuit('3070918452'),
    businessName: 'Pampa Agro S.R.L.',
    fantasyName: 'Pampa Agro',
    country: 'AR',
    timeZone: 'America/Argentina/Buenos_Aires',
    currency: 'ARS',
    cycleAnchorDay: 10,
  },
  {
    id: 9,
    parents: [1, 3],
    tin: ecuadorianRuc('179204831'),
    businessName: 'Quito Seguridad Cía. Ltda.',
    fantasyName: 'Quito Seguridad',
    country: 'EC',
    timeZone: 'America/Guayaquil',
    currency: 'USD',
    cycleAnchorDay: 1,
  },
  {
    id: 10,
    parents: [1, 2, 4],
    tin: chileanRut(76_330_254),
    businessName: 'Andes Norte Logística Ltda.',
    fantasyName: 'Andes Norte',
    ...SANTIAGO,
  },
  {
    id: 11,
    parents: [1, 2, 4],
    tin: chileanRut(76_448_907),
    businessName: 'Andes Frío SpA',
    fantasyName: 'Andes Frío',
    ...SANTIAGO,
  },
  {
    id: 12,
    parents: [1, 2, 4],
    tin: peruvianRuc('2054839107'),
    businessName: 'Andes Sur Perú S.A.C.',
    fantasyName: 'Andes Perú',
    country: 'PE',
    timeZone: 'America/Lima',
    currency: 'CLP',
    cycleAnchorDay: 1,
  },
  {
    id: 13,
    parents: [1, 5],
    tin: chileanRut(76_905_618),
    businessName: 'Pacífico Puertos SpA',
    fantasyName: 'Pacífico Puertos',
    ...SANTIAGO,
  },
  {
    id: 14,
    parents: [1, 7],
    tin: mexicanRfc('BNO110822HK'),
    businessName: 'Bajío Norte S.A. de C.V.',
    fantasyName: 'Bajío Norte',
    ...MEXICO,
  },
]

/** All of them log in with this password. */
export const DEMO_PASSWORD = 'Enlace2026'

const ALL_PERMITS = ['sims', 'requests', 'hys', 'alarmas', 'sms_report', 'plans', 'users', 'companies']

export const DEMO_USERS = [
  {
    company_id: 1,
    email: 'admin@enlace.test',
    name: 'Elena',
    last_name: 'Rivas',
    phone: '+56 2 2712 4400',
    country: 'CL',
    city: 'Santiago',
    permits: ALL_PERMITS,
    can_hibernate: true,
    is_admin: true,
  },
  {
    company_id: 4,
    email: 'ana@andes.test',
    name: 'Ana',
    last_name: 'Fuentes',
    phone: '+56 9 6120 4551',
    country: 'CL',
    city: 'Santiago',
    permits: ALL_PERMITS,
    can_hibernate: true,
    is_admin: false,
  },
  {
    company_id: 4,
    email: 'luis@andes.test',
    name: 'Luis',
    last_name: 'Paredes',
    phone: '+56 9 4417 1988',
    country: 'CL',
    city: 'Talca',
    permits: ['sims'],
    can_hibernate: false,
    is_admin: false,
  },
  {
    company_id: 5,
    email: 'flota@pacifico.test',
    name: 'Marcela',
    last_name: 'Ossandón',
    phone: '+56 32 221 7700',
    country: 'CL',
    city: 'Valparaíso',
    permits: ALL_PERMITS,
    can_hibernate: true,
    is_admin: false,
  },
]
