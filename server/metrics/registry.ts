/** One sample: its label values in order, and its value. */
export type Sample = readonly [labels: readonly string[], value: number]

interface MetricInfo {
  readonly name: string
  readonly help: string
  /** names of the labels */
  readonly labels?: readonly string[]
}

export type Metric = { readonly print: () => string }

const escapeLine = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeQuoted = (text: string): string => escapeLine(text).replaceAll('"', '\\"')

function line(name: string, names: readonly string[], values: readonly string[], value: number): string {
  const labels = names.map((label, index) => `${label}="${escapeQuoted(values[index] ?? '')}"`)
  return `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}\n`
}

/**
 * A metric in the text format of Prometheus, version 0.0.4.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function formatMetric(
  { name, help, labels = [] }: MetricInfo,
  type: 'counter' | 'gauge',
  samples: Iterable<Sample>,
): string {
  let text = `# HELP ${name} ${escapeLine(help)}\n# TYPE ${name} ${type}\n`
  for (const [values, value] of samples) text += line(name, labels, values, value)
  return text
}

const SEPARATOR = '\u0001'

/** A counter. */
export class Counter implements Metric {
  readonly #about: MetricInfo
  readonly #counts = new Map<string, number>()

  constructor(about: MetricInfo) {
    this.#about = about
  }

  add(labels: readonly string[] = [], count = 1): void {
    const key = labels.join(SEPARATOR)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count)
  }

  print(): string {
    const samples = [...this.#counts].map(([key, count]): Sample => [key.split(SEPARATOR), count])
    return formatMetric(this.#about, 'counter', samples)
  }
}

interface Observations {
  readonly buckets: number[]
  sum: number
  count: number
}

/** A histogram. */
export class Histogram implements Metric {
  readonly #about: MetricInfo
  readonly #bounds: readonly number[]
  readonly #observed = new Map<string, Observations>()

  /** @param bounds upper ones, ascending */
  constructor(about: MetricInfo, bounds: readonly number[]) {
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
    let text = `# HELP ${name} ${escapeLine(help)}\n# TYPE ${name} histogram\n`
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
