import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Sentence } from '#contract/sentence.ts'
import type { Position } from '#domain/geodesy.ts'

export interface Town {
  readonly name: Sentence
  /** of the first level: department, province, state … */
  readonly region: Sentence
  /** ISO 3166-1 alpha-2 */
  readonly country: string
  readonly longitude: number
  readonly latitude: number
  /** by GeoNames; 0 where unknown */
  readonly population: number
}

const both = (en: string, es = ''): Sentence => ({ es: es || en, en })

const sentences = (lines: readonly string[]): Sentence[] => lines.map((line) => both(...(line.split('\t') as [string, string])))

interface Head {
  readonly count: number
  readonly countries: readonly string[]
  readonly regions: readonly string[]
}

/** A copy of the first values of some bytes, at any alignment. */
const column = <T>(bytes: Buffer, Kind: new (buffer: ArrayBuffer) => T, size: number): T =>
  new Kind(new Uint8Array(bytes.subarray(0, size)).buffer as ArrayBuffer)

function lineStarts(text: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count)
  for (let n = 1; n < count; n++) starts[n] = text.indexOf(10, starts[n - 1]) + 1
  return starts
}

/**
 * The towns of the world, the largest first. Names stay the bytes of the file, and numbers typed arrays: as objects they would take
 * some ten times the memory.
 */
export class Towns {
  readonly count: number
  readonly #head: Head
  readonly #regions: readonly Sentence[]
  readonly #longitude: Float32Array
  readonly #latitude: Float32Array
  readonly #population: Uint32Array
  readonly #country: Uint16Array
  readonly #region: Uint16Array
  readonly #names: Buffer
  readonly #lines: Uint32Array

  /** @param bytes as scripts/map/towns.ts writes them */
  constructor(bytes: Buffer) {
    const end = bytes.indexOf(10) + 1
    this.#head = JSON.parse(bytes.toString('utf8', 0, end)) as Head
    const { count, regions } = this.#head
    let rest = bytes.subarray(end)
    const next = <T>(Kind: new (buffer: ArrayBuffer) => T, valueBytes: number): T => {
      const values = column(rest, Kind, count * valueBytes)
      rest = rest.subarray(count * valueBytes)
      return values
    }
    this.count = count
    this.#regions = sentences(regions)
    this.#longitude = next(Float32Array, 4)
    this.#latitude = next(Float32Array, 4)
    this.#population = next(Uint32Array, 4)
    this.#country = next(Uint16Array, 2)
    this.#region = next(Uint16Array, 2)
    this.#names = Buffer.from(rest)
    this.#lines = lineStarts(this.#names, count)
  }

  town(n: number): Town {
    const from = this.#lines[n] ?? 0
    const [longitude, latitude] = this.place(n)
    return {
      name: sentences([this.#names.toString('utf8', from, this.#names.indexOf(10, from))])[0] ?? both(''),
      region: this.#regions[this.#region[n] ?? 0] ?? both(''),
      country: this.#head.countries[this.#country[n] ?? 0] ?? '',
      longitude,
      latitude,
      population: this.#population[n] ?? 0,
    }
  }

  place(n: number): Position {
    return [this.#longitude[n] ?? 0, this.#latitude[n] ?? 0]
  }

  /** How many towns have at least this population. */
  countFrom(people: number): number {
    const first = this.#population.findIndex((population) => population < people)
    return first < 0 ? this.count : first
  }
}

/** Finds towns among the largest ones, by great-circle distance. */
export class TownIndex {
  readonly #index: KDBush

  constructor(towns: Towns, count = towns.count) {
    this.#index = new KDBush(count, 64, Float32Array)
    for (let n = 0; n < count; n++) this.#index.add(...(towns.place(n) as [number, number]))
    this.#index.finish()
  }

  nearest([longitude, latitude]: Position, maxKm?: number, fits?: (n: number) => boolean): number | undefined {
    return around(this.#index, longitude, latitude, 1, maxKm, fits)[0]
  }

  /** The largest within a distance; the towns are in that order. */
  largest([longitude, latitude]: Position, km: number): number | undefined {
    const within = around(this.#index, longitude, latitude, Number.POSITIVE_INFINITY, km)
    return within.length === 0 ? undefined : Math.min(...within)
  }
}
