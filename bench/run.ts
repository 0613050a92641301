import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchAccounting } from './accounting.bench.ts'
import { benchAdvice } from './advice.bench.ts'
import { benchAlarms, benchRules } from './alarms.bench.ts'
import { benchAnomalies } from './anomalies.bench.ts'
import { benchAdministration } from './audit.bench.ts'
import { fillAdministration } from './audit-fill.ts'
import { benchCharges, prepareCharges } from './charges.bench.ts'
import { benchDashboard, benchFacets } from './dashboard.bench.ts'
import { benchDoors } from './doors.bench.ts'
import { type Figure, printFigures } from './figure.ts'
import { FLEET_SIZE } from './fleet/fleet-database.ts'
import { benchGrid } from './grid.bench.ts'
import { benchImport } from './import.bench.ts'
import { benchList } from './list.bench.ts'
import { benchMap } from './map.bench.ts'
import { benchOperations, prepareNetworks } from './operations.bench.ts'
import { benchPage } from './page.bench.ts'
import { benchPalette } from './palette.bench.ts'
import { fillPalette } from './palette-fill.ts'
import { benchPlans, prepareHardware } from './plans.bench.ts'
import { benchRating } from './rating.bench.ts'
import { writeReport } from './report.ts'
import { benchSearch } from './search.bench.ts'
import { benchSms, prepareMessages } from './sms.bench.ts'
import { createStand, type Stand, type StandOptions } from './stand.ts'
import { benchStart } from './start.bench.ts'
import { benchTags } from './tags.bench.ts'
import { fillTags } from './tags-fill.ts'
import { benchTsv } from './tsv.bench.ts'

/** The portal with the network that the bench stands in for. */
const STAND_IN_PORTAL = 'bench/portal-server.ts'
/** Keys and tokens are written, and the rate of a key is not what is measured. */
const DOORS: StandOptions = { prepareCopy: async () => undefined, env: { API_KEY_REQUESTS_PER_MINUTE: '1000000' } }

/** On the prepared fleet and a running portal. */
const ON_FLEET: Record<string, (stand: Stand) => Promise<Figure[]>> = {
  list: benchList,
  search: benchSearch,
  dashboard: benchDashboard,
  facets: benchFacets,
  tsv: benchTsv,
  grid: benchGrid,
  map: benchMap,
  page: benchPage,
  import: benchImport,
}

/** On a portal and a fleet of its own. */
const onStand = (bench: (stand: Stand) => Promise<Figure[]>, options: StandOptions) => async (): Promise<Figure[]> => {
  const stand = await createStand(options)
  return bench(stand).finally(stand.close)
}

/** By themselves. */
const ALONE: Record<string, () => Promise<Figure[]>> = {
  operations: onStand(benchOperations, { script: STAND_IN_PORTAL, prepareCopy: prepareNetworks }),
  sms: onStand(benchSms, { script: STAND_IN_PORTAL, prepareCopy: prepareMessages }),
  charges: onStand(benchCharges, { prepareCopy: prepareCharges }),
  plans: onStand(benchPlans, { prepareCopy: prepareHardware }),
  palette: onStand(benchPalette, { prepareCopy: fillPalette }),
  audit: onStand(benchAdministration, { prepareCopy: fillAdministration }),
  tags: onStand(benchTags, { prepareCopy: fillTags }),
  doors: onStand(benchDoors, DOORS),
  accounting: benchAccounting,
  advice: benchAdvice,
  alarms: benchAlarms,
  rules: benchRules,
  anomalies: benchAnomalies,
  rating: benchRating,
  start: benchStart,
}

function chosen(names: readonly string[]): string[] {
  const known = [...Object.keys(ON_FLEET), ...Object.keys(ALONE)]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  return names.length > 0 ? [...names] : known
}

async function runOnFleet(names: readonly string[]): Promise<Figure[]> {
  if (names.length === 0) return []
  const stand = await createStand()
  const figures: Figure[] = []
  try {
    for (const name of names) figures.push(...(await figuresOf(name, () => ON_FLEET[name]?.(stand))))
  } finally {
    await stand.close()
  }
  return figures
}

async function run(names: readonly string[]): Promise<Figure[]> {
  const figures = await runOnFleet(names.filter((name) => name in ON_FLEET))
  for (const name of names.filter((one) => one in ALONE)) figures.push(...(await figuresOf(name, () => ALONE[name]?.())))
  return figures
}

/** The figures of one bench. One that fails says so, and does not take those of the others with it. */
async function figuresOf(name: string, bench: () => Promise<Figure[]> | undefined): Promise<Figure[]> {
  console.error(`${name} …`)
  try {
    return (await bench()) ?? []
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
    return []
  }
}

const load = (): string => (loadavg()[0] ?? 0).toFixed(1)

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean', default: false } }, allowPositionals: true })
const loadBefore = load()
const figures = await run(chosen(positionals))
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}`
const heading = `${FLEET_SIZE.toLocaleString('en')} SIMs on ${machine}; load of the machine before ${loadBefore}, after ${load()}.`
const report = `${heading}\n\n${printFigures(figures)}`
console.log(`\n${report}`)
if (values.write) writeReport(report)
