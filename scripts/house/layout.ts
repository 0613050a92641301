import type { Arrow } from './room-graph.ts'

export interface BoxSize {
  width: number
  height: number
}

export interface PlacedBox extends BoxSize {
  x: number
  y: number
}

export interface RoutePoint {
  x: number
  y: number
}

export interface Layout extends BoxSize {
  boxes: Map<string, PlacedBox>
  /** top and bottom of each floor that an arrow passes, from the bottom of one box to the top of the other */
  routes: { arrow: Arrow; points: RoutePoint[] }[]
}

/** px between boxes of a floor */
export const GAP = 16
const FLOOR_GAP = 42
const LANE = 8
const PORT = 18
/** more change nothing that one sees */
const SWEEPS = 40

interface Cell {
  name: string
  floor: number
  width: number
  /** middle, of a box or of an arrow that passes this floor */
  x: number
  above: Cell[]
  below: Cell[]
  /** all floors that the same arrow passes */
  lane: Cell[]
}

/** Boxes in floors, every arrow leading down: the layered drawing of Sugiyama, Tagawa and Toda (1981). */
export function layOut(sizes: ReadonlyMap<string, BoxSize>, arrows: readonly Arrow[]): Layout {
  const { cells, lanes } = build(sizes, arrows)
  const floors = order(Map.groupBy(cells, ({ floor }) => floor))
  straighten(floors)
  const left = Math.min(...cells.map(({ x, width }) => x - width / 2))
  for (const cell of cells) cell.x -= left

  const boxes = new Map<string, PlacedBox>()
  const span = new Map<number, { top: number; bottom: number }>()
  let y = 0
  for (const floor of floors.toReversed()) {
    const height = Math.max(...floor.map(({ name }) => sizes.get(name)?.height ?? 0))
    span.set(floor[0]?.floor ?? 0, { top: y, bottom: y + height })
    for (const { name, x } of floor) {
      const size = sizes.get(name)
      if (size) boxes.set(name, { ...size, x: x - size.width / 2, y: y + height - size.height })
    }
    y += height + FLOOR_GAP
  }
  const routes = lanes.map(({ arrow, cells: way }) => {
    const points = way.flatMap((cell, index) => {
      const box = boxes.get(cell.name)
      const { top, bottom } = span.get(cell.floor) ?? { top: 0, bottom: 0 }
      if (!box) return [top, bottom].map((at) => ({ x: cell.x, y: at }))
      const isStart = index === 0
      const next = way[isStart ? 1 : index - 1]
      return [{ x: port(cell, isStart ? cell.below : cell.above, next), y: isStart ? box.y + box.height : box.y }]
    })
    return { arrow, points }
  })
  return { boxes, routes, width: Math.max(...cells.map(({ x, width }) => x + width / 2)), height: y - FLOOR_GAP }
}

/** Where an arrow meets a box: straight below or above the other end where that is possible, beside the others. */
function port(cell: Cell, neighbours: readonly Cell[], next: Cell | undefined): number {
  const sorted = neighbours.toSorted((a, b) => a.x - b.x)
  const step = Math.min(PORT, (cell.width * 0.8) / sorted.length)
  const half = cell.width / 2 - step
  const targets = sorted.map(({ x, width }) =>
    width > cell.width ? cell.x : Math.max(cell.x - half, Math.min(cell.x + half, x)),
  )
  const same = (value: number): number[] => sorted.map(() => value)
  const ports = spread(targets, same(step), same(1))
  return ports[next ? sorted.indexOf(next) : -1] ?? cell.x
}

function build(sizes: ReadonlyMap<string, BoxSize>, arrows: readonly Arrow[]) {
  const floorOf = floors([...sizes.keys()], arrows)
  const boxes = new Map<string, Cell>()
  for (const [name, { width }] of sizes) {
    boxes.set(name, { name, floor: floorOf.get(name) ?? 0, width, x: 0, above: [], below: [], lane: [] })
  }
  const cells = [...boxes.values()]
  const lanes = arrows.flatMap((arrow) => {
    const [from, to] = arrow.map((name) => boxes.get(name))
    if (!from || !to) return []
    const lane: Cell[] = []
    for (let floor = from.floor - 1; floor > to.floor; floor--) {
      lane.push({ name: '', floor, width: LANE, x: 0, above: [], below: [], lane })
    }
    cells.push(...lane)
    const way = [from, ...lane, to]
    for (const [index, cell] of way.slice(1).entries()) {
      way[index]?.below.push(cell)
      cell.above.push(way[index] as Cell)
    }
    return [{ arrow, cells: way }]
  })
  return { cells, lanes }
}

/** A room stands above all that it imports; one that more rooms import than it imports stands right below them. */
function floors(names: readonly string[], arrows: readonly Arrow[]): Map<string, number> {
  const floor = new Map(names.map((name) => [name, 0]))
  const at = (name: string): number => floor.get(name) ?? 0
  for (const _ of names) for (const [from, to] of arrows) floor.set(from, Math.max(at(from), at(to) + 1))
  for (const name of names.toSorted((a, b) => at(b) - at(a))) {
    const importers = arrows.filter(([, to]) => to === name)
    const imported = arrows.filter(([from]) => from === name)
    if (importers.length > imported.length) floor.set(name, Math.min(...importers.map(([from]) => at(from))) - 1)
  }
  return floor
}

/** The order within each floor with the fewest crossings that moving cells to the mean of their neighbours finds. */
function order(byFloor: ReadonlyMap<number, Cell[]>): Cell[][] {
  let floors = [...byFloor].toSorted(([a], [b]) => a - b).map(([, cells]) => cells)
  let best = floors
  let fewest = Number.POSITIVE_INFINITY
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const side = sweep % 2 === 0 ? 'below' : 'above'
    for (const cells of floors) for (const [index, cell] of cells.entries()) cell.x = index - cells.length / 2
    const walk = side === 'below' ? [...floors.keys()] : [...floors.keys()].reverse()
    const next = [...floors]
    for (const index of walk) {
      const cells = next[index] ?? []
      const mean = new Map(cells.map((cell) => [cell, average(cell[side].map(({ x }) => x)) ?? cell.x]))
      next[index] = cells.toSorted((a, b) => (mean.get(a) ?? 0) - (mean.get(b) ?? 0))
      for (const [position, cell] of next[index].entries()) cell.x = position - cells.length / 2
    }
    floors = next
    const crossings = countCrossings(floors)
    if (crossings < fewest) [best, fewest] = [floors, crossings]
  }
  return best
}

const average = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

function countCrossings(floors: readonly Cell[][]): number {
  const place = new Map(floors.flatMap((cells) => cells.map((cell, index) => [cell, index] as const)))
  let crossings = 0
  for (const cells of floors) {
    const lines = cells.flatMap((cell, a) => cell.below.map((other) => [a, place.get(other) ?? 0] as const))
    for (const [a, b] of lines) for (const [c, d] of lines) if (a < c && b > d) crossings++
  }
  return crossings
}

/** Moves cells towards their neighbours, then arrows that pass several floors towards a straight line; the order stays. */
function straighten(floors: readonly Cell[][]): void {
  for (const cells of floors) place(cells, () => 0)
  for (let round = 0; round < SWEEPS * 10; round++) {
    const pull = round < SWEEPS * 8 ? ofNeighbours : ofLane
    for (const cells of round % 2 === 0 ? floors : floors.toReversed()) place(cells, pull)
  }
}

const isLane = (cell: Cell): boolean => cell.name === ''

/** The mean; of a wide box, wide neighbours count for more. */
function ofNeighbours(cell: Cell): number {
  const weighed = [...cell.above, ...cell.below].map(
    (other) => [other.x, Math.min(cell.width, Math.max(other.width, 60))] as const,
  )
  const sum = weighed.reduce((all, [, weight]) => all + weight, 0)
  return sum === 0 ? cell.x : weighed.reduce((all, [x, weight]) => all + x * weight, 0) / sum
}

const ofLane = (cell: Cell): number => (isLane(cell) ? (average(cell.lane.map(({ x }) => x)) ?? cell.x) : cell.x)

function place(cells: readonly Cell[], targetOf: (cell: Cell) => number): void {
  const distances = cells.map((cell, index) => {
    const before = cells[index - 1]
    return before ? (before.width + cell.width) / 2 + (isLane(before) && isLane(cell) ? LANE : GAP) : 0
  })
  const xs = spread(
    cells.map(targetOf),
    distances,
    cells.map(({ width }) => width),
  )
  for (const [index, cell] of cells.entries()) cell.x = xs[index] ?? 0
}

/**
 * The places nearest to the targets that keep order and distances: isotonic regression, which pools neighbours that are too close.
 * @param distances of each from the one before
 * @param weights what moving each costs
 */
function spread(targets: readonly number[], distances: readonly number[], weights: readonly number[]): number[] {
  const offsets: number[] = []
  const pools: { sum: number; weight: number; count: number }[] = []
  for (const [index, target] of targets.entries()) {
    const offset = index === 0 ? 0 : (offsets[index - 1] ?? 0) + (distances[index] ?? 0)
    offsets.push(offset)
    const weight = weights[index] ?? 1
    let last = { sum: (target - offset) * weight, weight, count: 1 }
    for (let left = pools.at(-1); left && left.sum / left.weight > last.sum / last.weight; left = pools.at(-1)) {
      pools.pop()
      last = { sum: left.sum + last.sum, weight: left.weight + last.weight, count: left.count + last.count }
    }
    pools.push(last)
  }
  const means = pools.flatMap(({ sum, weight, count }) => Array<number>(count).fill(sum / weight))
  return means.map((mean, index) => mean + (offsets[index] ?? 0))
}
