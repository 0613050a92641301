import { DAY_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { addHardwareItems, type NewHardwareItem } from '#server/records/hardware-items.ts'
import { DEMO_COMPANIES } from './companies.ts'
import type { DemoSim } from './make-sims.ts'
import { createRandom, type SeededNumbers } from './random.ts'

/** One device in so many was bought from the operator, with its SIM in it. */
const ONE_IN = 12

/** What a kind of device is sold as, by what its labels begin with. */
const TYPES: Readonly<Record<string, string>> = {
  Camión: 'Rastreadores GPS',
  Rampla: 'Rastreadores GPS',
  Contenedor: 'Rastreadores GPS',
  Medidor: 'Medidores',
  'Cámara frío': 'Sensores',
  Estación: 'Sensores',
  Cámara: 'Cámaras',
  'Grúa portuaria': 'Routers',
  Router: 'Routers',
  Terminal: 'Terminales de pago',
  Panel: 'Paneles de alarma',
}
const OTHERS = 'Telefonía'

const SERVICES = [
  ['Servicios', 'NOC 24/7'],
  ['Servicios', 'Plug & Play'],
  ['Conectividad', 'APN M2M'],
  ['Conectividad', 'VPN IPsec'],
] as const

/** Devices that were bought with their SIMs, and the services that go with them; some have lost their IMEI or their label. */
export async function loadHardware(
  db: Database,
  sims: readonly DemoSim[],
  { seed, now }: { seed: number; now: Date },
): Promise<void> {
  const random = createRandom(seed)
  const before = (daysAgo: number): Date => new Date(now.getTime() - Math.round(daysAgo * DAY_MS))
  const devices = sims
    .filter(({ imei }) => imei !== '' && random.chance(1 / ONE_IN))
    .map((sim) => deviceOf(sim, random, before(sim.activatedDaysAgo ?? sim.boughtDaysAgo)))
  const companies = [...new Set(devices.map(({ companyId }) => companyId))]
  const services = companies.flatMap((companyId) => servicesOf(companyId, random, () => before(random.between(20, 900))))
  await addHardwareItems(db, [...devices, ...services])
}

function deviceOf(sim: DemoSim, random: SeededNumbers, acquiredAt: Date): NewHardwareItem {
  return {
    companyId: sim.companyId,
    kind: 'device',
    productType: TYPES[sim.profile.label] ?? OTHERS,
    product: sim.device,
    imei: random.chance(0.96) ? sim.imei : '',
    iccid: sim.iccid,
    customField1: random.chance(0.9) ? sim.label : '',
    customField2: random.chance(0.6) ? sim.note : '',
    acquiredAt,
  }
}

function servicesOf(companyId: number, random: SeededNumbers, acquired: () => Date): NewHardwareItem[] {
  const company = DEMO_COMPANIES.find(({ id }) => id === companyId)
  return SERVICES.filter(() => random.chance(0.6)).map(([productType, product]) => ({
    companyId,
    kind: 'service',
    productType,
    product,
    customField1: company?.fantasyName ?? '',
    acquiredAt: acquired(),
  }))
}
