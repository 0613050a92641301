import { cpus } from 'node:os'
import { type Figure, printFigures } from './figure.ts'
import { SIMS } from './fleet/fleet-database.ts'
import { benchList } from './list.bench.ts'
import { createStand, type Stand } from './stand.ts'

/** On the prepared fleet and a running portal. */
const ON_FLEET: Record<string, (stand: Stand) => Promise<Figure[]>> = {
  list: benchList,
}

function chosen(names: readonly string[]): string[] {
  const known = Object.keys(ON_FLEET)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  return names.length > 0 ? [...names] : known
}

async function run(names: readonly string[]): Promise<Figure[]> {
  const stand = await createStand()
  const figures: Figure[] = []
  try {
    for (const name of names) {
      console.error(`${name} …`)
      figures.push(...((await ON_FLEET[name]?.(stand)) ?? []))
    }
  } finally {
    await stand.close()
  }
  return figures
}

const figures = await run(chosen(process.argv.slice(2)))
console.log(`\n${SIMS} SIMs, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}\n`)
console.log(printFigures(figures))
