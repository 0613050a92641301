import { type BenchFleetSim, fleetSim } from './fleet-sims.ts'

const LINES_A_CHUNK = 1000

const HEADER = ['ICC', 'IMSI', 'MSISDN', 'IMEI', 'Empresa', 'Plan', 'APN', 'Estado', 'Equipo', 'Campo 1', 'Campo 2']

const cellsOf = (sim: BenchFleetSim): (string | number)[] => [
  sim.iccid,
  sim.imsi,
  sim.msisdn,
  sim.imei,
  `Cliente ${sim.companyId}`,
  sim.planCode,
  `APN ${sim.apnId}`,
  sim.status,
  sim.device,
  sim.label,
  sim.route,
]

/** The fleet as a carrier would send it: CSV with semicolons, some thousand lines at a time. */
export function* inventoryLines(count: number): Generator<string> {
  let chunk = `${HEADER.join(';')}\n`
  for (let n = 0; n < count; n++) {
    chunk += `${cellsOf(fleetSim(n, count)).join(';')}\n`
    if (n % LINES_A_CHUNK === LINES_A_CHUNK - 1) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}
