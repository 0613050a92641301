import { argentineCuit, chileanRut, ecuadorianRuc, mexicanRfc, peruvianRuc } from './tax-ids.ts'

interface Place {
  readonly country: string
  readonly timeZone: string
  readonly currency: string
  readonly cycleAnchorDay: number
}

export interface DemoCompany extends Place {
  readonly id: number
  readonly parents: readonly number[]
  readonly tin: string
  readonly businessName: string
  readonly fantasyName: string
}

const SANTIAGO: Place = { country: 'CL', timeZone: 'America/Santiago', currency: 'CLP', cycleAnchorDay: 1 }
const LIMA: Place = { country: 'PE', timeZone: 'America/Lima', currency: 'PEN', cycleAnchorDay: 1 }
const LIMA_IN_PESOS: Place = { ...LIMA, currency: 'CLP' }
const MEXICO: Place = { country: 'MX', timeZone: 'America/Mexico_City', currency: 'MXN', cycleAnchorDay: 5 }
const ROSARIO: Place = { country: 'AR', timeZone: 'America/Argentina/Buenos_Aires', currency: 'ARS', cycleAnchorDay: 10 }
const QUITO: Place = { country: 'EC', timeZone: 'America/Guayaquil', currency: 'USD', cycleAnchorDay: 1 }

type Row = readonly [
  id: number,
  parents: readonly number[],
  tin: string,
  businessName: string,
  fantasyName: string,
  place: Place,
]

/** operator ─ two resellers ─ six customers with their subsidiaries. Parents stand before children. */
const COMPANIES: readonly Row[] = [
  [1, [], chileanRut(76_512_340), 'Enlace Operaciones S.A.', 'Enlace', SANTIAGO],
  [2, [1], chileanRut(76_894_115), 'Canal IoT Chile SpA', 'Canal IoT', SANTIAGO],
  [3, [1], peruvianRuc('2060418735'), 'Conecta Andina S.A.C.', 'Conecta Andina', LIMA],
  [4, [1, 2], chileanRut(96_731_890), 'Transportes Andes Sur SpA', 'Andes Sur', SANTIAGO],
  [5, [1], chileanRut(99_520_410), 'Pacífico Logística S.A.', 'Pacífico', SANTIAGO],
  [6, [1, 3], peruvianRuc('2051290346'), 'Cobros del Inca S.A.C.', 'IncaPago', LIMA],
  [7, [1], mexicanRfc('ABA040315QX'), 'Aguas del Bajío S.A. de C.V.', 'Aguas del Bajío', MEXICO],
  [8, [1, 3], argentineCuit('3070918452'), 'Pampa Agro S.R.L.', 'Pampa Agro', ROSARIO],
  [9, [1, 3], ecuadorianRuc('179204831'), 'Quito Seguridad Cía. Ltda.', 'Quito Seguridad', QUITO],
  [10, [1, 2, 4], chileanRut(76_330_254), 'Andes Norte Logística Ltda.', 'Andes Norte', SANTIAGO],
  [11, [1, 2, 4], chileanRut(76_448_907), 'Andes Frío SpA', 'Andes Frío', SANTIAGO],
  [12, [1, 2, 4], peruvianRuc('2054839107'), 'Andes Sur Perú S.A.C.', 'Andes Perú', LIMA_IN_PESOS],
  [13, [1, 5], chileanRut(76_905_618), 'Pacífico Puertos SpA', 'Pacífico Puertos', SANTIAGO],
  [14, [1, 7], mexicanRfc('BNO110822HK'), 'Bajío Norte S.A. de C.V.', 'Bajío Norte', MEXICO],
]

export const DEMO_COMPANIES: readonly DemoCompany[] = COMPANIES.map(([id, parents, tin, businessName, fantasyName, place]) => ({
  id,
  parents,
  tin,
  businessName,
  fantasyName,
  ...place,
}))

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
