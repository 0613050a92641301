import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { bearing, distanceM, type Position } from '#domain/geodesy.ts'
import { type Town, TownIndex, Towns } from './towns.ts'

const unpack = promisify(gunzip)
const FILE = join(import.meta.dirname, 'towns.bin.gz')

/** The smallest population of a landmark: pointing to a hamlet helps no reader. */
export const LANDMARK_POPULATION = 20_000
const LANDMARK_KM = 300
/** Degrees from north of the four quarters of the horizon. */
const QUARTERS = [0, 90, 180, 270] as const

/** Describes places in words. */
export class Places {
  readonly towns: Towns
  readonly #all: TownIndex
  readonly #known: TownIndex

  constructor(towns: Towns) {
    this.towns = towns
    this.#all = new TownIndex(towns)
    this.#known = new TownIndex(towns, towns.countFrom(LANDMARK_POPULATION))
  }

  /**
   * The towns around a place: the nearest of all, then for each quarter of the horizon the nearest landmark. Empty far from
   * everywhere.
   */
  around(at: Position): Town[] {
    const nearest = this.#all.nearest(at)
    if (nearest === undefined) return []
    const known = QUARTERS.flatMap((quarter) => this.#known.nearest(at, LANDMARK_KM, this.#isIn(at, quarter)) ?? [])
    const away = (n: number): number => distanceM(at, this.towns.place(n))
    const others = [...new Set(known)].filter((n) => n !== nearest).sort((a, b) => away(a) - away(b))
    return [nearest, ...others].map((n) => this.towns.town(n))
  }

  /**
   * The town that names what lies within some kilometres: the largest landmark there, else the nearest town of all; undefined far from
   * everywhere.
   */
  naming(at: Position, km: number): Town | undefined {
    const town = this.#known.largest(at, km) ?? this.#all.nearest(at)
    return town === undefined ? undefined : this.towns.town(town)
  }

  #isIn(at: Position, quarter: number) {
    return (n: number): boolean => {
      const turned = Math.abs(bearing(at, this.towns.place(n)) - quarter) % 360
      return Math.min(turned, 360 - turned) <= 45
    }
  }
}

let places: Promise<Places> | undefined

/** The towns of the world, loaded at first use. */
export function openPlaces(): Promise<Places> {
  places ??= readFile(FILE)
    .then(unpack)
    .then((bytes) => new Places(new Towns(bytes)))
  return places
}
