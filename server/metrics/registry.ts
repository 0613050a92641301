/** One line of a figure: its labels' values in their order, and how much. */
export type Sample = readonly [labels: readonly string[], value: number]

interface About {
  readonly name: string
  readonly help: string
  /** names of the labels */
  readonly labels?: readonly string[]
}

export type Figure = { readonly print: () => string }

const inLine = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const inQuotes = (text: string): string => inLine(text).replaceAll('"', '\\"')

function line(name: string, names: readonly string[], values: readonly string[], value: number): string {
  const labels = names.map((label, index) => `${label}="${inQuotes(values[index] ?? '')}"`)
  return `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}\n`
}

/**
 * A figure in the text format of Prometheus, version 0.0.4.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function printFigure({ name, help, labels = [] }: About, type: 'counter' | 'gauge', samples: Iterable<Sample>): string {
  let text = `# HELP ${name} ${inLine(help)}\n# TYPE ${name} ${type}\n`
  for (const [values, value] of samples) text += line(name, labels, values, value)
  return text
}

const SEPARATOR = '\u0001'

/** Counts up. */
export class Counter implements Figure {
  readonly #about: About
  readonly #counts = new Map<string, number>()

  constructor(about: About) {
    this.#about = about
  }

  add(labels: readonly string[] = [], count = 1): void {
    const key = labels.join(SEPARATOR)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count)
  }

  print(): string {
    const samples = [...this.#counts].map(([key, count]): Sample => [key.split(SEPARATOR), count])
    return printFigure(this.#about, 'counter', samples)
  }
}

interface Observed {
  readonly buckets: number[]
  sum: number
  count: number
}

/** Counts values by how large they are. */
export class Histogram implements Figure {
  readonly #about: About
  readonly #bounds: readonly number[]
  readonly #observed = new Map<string, Observed>()

  /** @param bounds upper ones, ascending */
  constructor(about: About, bounds: readonly number[]) {
    this.#about = about
    this.#bounds = bounds
  }

  observe(labels: readonly string[], value: number): void {
    const key = labels.join(SEPARATOR)
    let observed = this.#observed.get(key)
    if (!observed) {
      observed = { buckets: this.#bounds.map(() => 0), sum: 0, count: 0 }
      this.#observed.set(key, observed)
    }
    const bucket = this.#bounds.findIndex((bound) => value <= bound)
    if (bucket >= 0) observed.buckets[bucket] = (observed.buckets[bucket] ?? 0) + 1
    observed.sum += value
    observed.count += 1
  }

  print(): string {
    const { name, help, labels = [] } = this.#about
    const names = [...labels, 'le']
    let text = `# HELP ${name} ${inLine(help)}\n# TYPE ${name} histogram\n`
    for (const [key, { buckets, sum, count }] of this.#observed) {
      const values = key === '' && labels.length === 0 ? [] : key.split(SEPARATOR)
      let below = 0
      for (const [index, bound] of this.#bounds.entries()) {
        below += buckets[index] ?? 0
        text += line(`${name}_bucket`, names, [...values, String(bound)], below)
      }
      text += line(`${name}_bucket`, names, [...values, '+Inf'], count)
      text += line(`${name}_sum`, labels, values, sum) + line(`${name}_count`, labels, values, count)
    }
    return text
  }
}
