import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { bearing, distanceM, type Position } from '#domain/geodesy.ts'
import { type Town, TownIndex, Towns } from './towns.ts'

const unpack = promisify(gunzip)
const FILE = join(import.meta.dirname, 'towns.bin.gz')

/** A pointer that leads to a hamlet helps nobody. */
export const WELL_KNOWN_PEOPLE = 20_000
const POINTER_KM = 300
/** Degrees from north of the four quarters of the horizon. */
const QUARTERS = [0, 90, 180, 270] as const

/** What says in words where a place is. */
export class Places {
  readonly towns: Towns
  readonly #all: TownIndex
  readonly #known: TownIndex

  constructor(towns: Towns) {
    this.towns = towns
    this.#all = new TownIndex(towns)
    this.#known = new TownIndex(towns, towns.countFrom(WELL_KNOWN_PEOPLE))
  }

  /**
   * The towns around a place: first the nearest of all, however far, then for each quarter of the horizon the nearest that people know.
   */
  around(at: Position): Town[] {
    const nearest = this.#all.nearest(at)
    if (nearest === undefined) return []
    const known = QUARTERS.flatMap((quarter) => this.#known.nearest(at, POINTER_KM, this.#isIn(at, quarter)) ?? [])
    const away = (n: number): number => distanceM(at, this.towns.place(n))
    const others = [...new Set(known)].filter((n) => n !== nearest).sort((a, b) => away(a) - away(b))
    return [nearest, ...others].map((n) => this.towns.town(n))
  }

  #isIn(at: Position, quarter: number) {
    return (n: number): boolean => {
      const turned = Math.abs(bearing(at, this.towns.place(n)) - quarter) % 360
      return Math.min(turned, 360 - turned) <= 45
    }
  }
}

let places: Promise<Places> | undefined

/** The towns of the world, read when somebody first asks where a place is. */
export function openPlaces(): Promise<Places> {
  places ??= readFile(FILE)
    .then(unpack)
    .then((bytes) => new Places(new Towns(bytes)))
  return places
}
