import { importsOf } from '../imports.ts'

export type Arrow = readonly [from: string, to: string]

export interface RoomGraph {
  rooms: string[]
  /** imports that lead down, without those that a longer way through other rooms says as well */
  down: Arrow[]
  /** imports against the others: each closes a circle of rooms */
  up: Arrow[]
}

/** The folder of the root that a path is in; for `server` and `web` the folder or file below it. */
export function roomOf(path: string): string {
  const parts = path.split('/')
  return parts[0] === 'server' || parts[0] === 'web' ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

/**
 * Which room imports values of which; types are erased and do not count.
 * @param files source text by path from the root of the repository
 * @param roomOfPath undefined: the file is in no room of this graph
 */
export function roomGraph(files: Record<string, string>, roomOfPath: (path: string) => string | undefined): RoomGraph {
  const rooms = new Set<string>()
  const counts = new Map<string, number>()
  for (const [file, text] of Object.entries(files)) {
    const from = roomOfPath(file)
    if (from === undefined) continue
    rooms.add(from)
    for (const { path, isType } of importsOf(file, text)) {
      const to = path in files ? roomOfPath(path) : undefined
      if (to !== undefined && to !== from && !isType) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1)
    }
  }
  // of a circle the arrow with the fewest imports is the one that leads up
  const arrows = [...counts.keys()].sort().sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const down: Arrow[] = []
  const up: Arrow[] = []
  for (const [from = '', to = ''] of arrows.map((arrow) => arrow.split(' '))) {
    ;(reaches(down, to, from) ? up : down).push([from, to])
  }
  return { rooms: [...rooms].sort(), down: sorted(withoutDetours(down)), up: sorted(up) }
}

const sorted = (arrows: Arrow[]): Arrow[] => arrows.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))

function reaches(arrows: readonly Arrow[], from: string, to: string): boolean {
  const seen = new Set([from])
  for (const room of seen) for (const [a, b] of arrows) if (a === room) seen.add(b)
  return seen.has(to)
}

const withoutDetours = (arrows: Arrow[]): Arrow[] =>
  arrows.filter(([from, to]) => !arrows.some(([a, b]) => a === from && b !== to && reaches(arrows, b, to)))
