import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BoxSize, GAP, type Layout, layOut, type RoutePoint } from './layout.ts'
import { type Arrow, type RoomGraph, roomGraph, roomOf } from './room-graph.ts'

const root = join(import.meta.dirname, '../..')
const SOURCES = '{client,contract,domain,server,terminal,web,e2e,lab,test,bench,scripts}/**/*.{ts,tsx}'
/** Both stand on these, so they are drawn as wide as the two together. */
const GROUND = ['contract', 'domain']
const PADDING = 24
const TITLE = 40
const ROOM_HEIGHT = 34
const CHIP_HEIGHT = 24
const FEATURES_WIDTH = { server: 520, web: 330 }

const STYLE = `
  svg { font-family: Inter, ui-sans-serif, system-ui, sans-serif; font-size: 14px }
  .page { fill: #f6f7f9 } .house { fill: #fff; stroke: #d3d8de } .room { fill: #f6f7f9; stroke: #b9c1cb } .ground { fill: #fff; stroke: #b9c1cb }
  .features { fill: #fff6ef; stroke: #f2b78e } .chip { fill: #fff; stroke: #f6d3b8 } .file { stroke-dasharray: 3 3 }
  text { fill: #14181f; text-anchor: middle; dominant-baseline: central; font-weight: 500 }
  .title { font-size: 15px; font-weight: 600; text-anchor: start } .small { font-size: 12px; font-weight: 400; fill: #464e5a }
  .note { font-size: 12px; font-weight: 400; fill: #636b78; text-anchor: start }
  .arrow { fill: none; stroke: #8490a1; stroke-width: 1.25 } .head { fill: #8490a1 }
  .arrow.up { stroke: #db5a0b } .head.up { fill: #db5a0b }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d0f12 } .house { fill: #14171b; stroke: #343a42 } .room { fill: #1f2329; stroke: #4e5763 } .ground { fill: #14171b; stroke: #4e5763 }
    .features { fill: #24180f; stroke: #7a431d } .chip { fill: #1b1511; stroke: #5c3820 }
    text { fill: #edeff2 } .small { fill: #b4bac4 } .note { fill: #8d95a2 }
    .arrow { stroke: #7b8593 } .head { fill: #7b8593 } .arrow.up { stroke: #ff954f } .head.up { fill: #ff954f }
  }`

interface Drawing extends BoxSize {
  /** with its left upper corner at 0, 0 */
  svg: string
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const n = (value: number): string => String(Math.round(value * 10) / 10)
const rect = (kind: string, { width, height }: BoxSize, radius: number): string =>
  `<rect class="${kind}" width="${n(width)}" height="${n(height)}" rx="${radius}"/>`
const label = (text: string, x: number, y: number, kind = ''): string =>
  `<text${kind && ` class="${kind}"`} x="${n(x)}" y="${n(y)}">${escapeXml(text)}</text>`
const at = (x: number, y: number, svg: string): string => `<g transform="translate(${n(x)} ${n(y)})">${svg}</g>`

function drawRoom(name: string, kind = 'room', width = Math.max(72, name.length * 7.8 + 24)): Drawing {
  const size = { width, height: ROOM_HEIGHT }
  const isFile = name.includes('.')
  return { ...size, svg: rect(isFile ? `${kind} file` : kind, size, 8) + label(name, width / 2, ROOM_HEIGHT / 2 + 0.5) }
}

/** The features of a house, in rows: none imports another, so there is no arrow to draw. */
function drawFeatures(names: readonly string[], maxWidth: number): Drawing {
  const chips: string[] = []
  let [x, y, widest] = [PADDING / 2, TITLE - 4, 0]
  for (const name of names) {
    const width = name.length * 6.5 + 18
    if (x + width > maxWidth - PADDING / 2) [x, y] = [PADDING / 2, y + CHIP_HEIGHT + 6]
    const size = { width, height: CHIP_HEIGHT }
    chips.push(at(x, y, rect('chip', size, 6) + label(name, width / 2, CHIP_HEIGHT / 2 + 0.5, 'small')))
    x += width + 6
    widest = Math.max(widest, x)
  }
  const size = { width: widest + PADDING / 2 - 6, height: y + CHIP_HEIGHT + PADDING / 2 }
  return { ...size, svg: rect('features', size, 10) + label('features', size.width / 2, 19) + chips.join('') }
}

/** @param path of the folder that the rooms are in, with a slash at its end */
function drawGraph(graph: RoomGraph, drawings: ReadonlyMap<string, Drawing>, path: string): Drawing {
  const turned = graph.up.map(([from, to]): Arrow => [to, from])
  const isUp = ([from, to]: Arrow): boolean => turned.some(([a, b]) => a === from && b === to)
  const isDown = ([from, to]: Arrow): boolean => graph.down.some(([a, b]) => a === from && b === to)
  const layout: Layout = layOut(drawings, [...graph.down, ...turned.filter((arrow) => !isDown(arrow))])
  const arrows = layout.routes
    .toSorted((a, b) => Number(isUp(a.arrow)) - Number(isUp(b.arrow)))
    .map(({ arrow, points }) => drawArrow(points, { isDown: isDown(arrow), isUp: isUp(arrow) }))
  const boxes = [...layout.boxes].map(
    ([name, { x, y }]) =>
      `<g data-room="${path}${name}" transform="translate(${n(x)} ${n(y)})">${drawings.get(name)?.svg ?? ''}</g>`,
  )
  return { width: layout.width, height: layout.height, svg: [...boxes, ...arrows].join('\n') }
}

function drawArrow(points: readonly RoutePoint[], { isDown, isUp }: { isDown: boolean; isUp: boolean }): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const path = points.slice(1).map(({ x, y }, index) => {
    const from = points[index] ?? first
    const middle = n((from.y + y) / 2)
    return from.x === x ? `V${n(y)}` : `C${n(from.x)} ${middle} ${n(x)} ${middle} ${n(x)} ${n(y)}`
  })
  const kind = isUp ? ' up' : ''
  const head = (tip: RoutePoint, side: 1 | -1): string =>
    `<path class="head${kind}" d="M${n(tip.x)} ${n(tip.y)}l-4 ${-7 * side}h8z"/>`
  const line = `<path class="arrow${kind}" d="M${n(first.x)} ${n(first.y)}${path.join('')}"/>`
  return line + (isDown ? head(last, 1) : '') + (isUp ? head(first, -1) : '')
}

function drawHouse(name: 'server' | 'web', files: Record<string, string>): Drawing {
  const graph = roomGraph(files, (path) => (path.startsWith(`${name}/`) ? roomOf(path).slice(name.length + 1) : undefined))
  const paths = Object.keys(files).map((path) => path.split('/'))
  const features = paths.filter(([house, room, , file]) => house === name && room === 'features' && file !== undefined)
  const names = [...new Set(features.map(([, , feature = '']) => feature))].sort()
  const draw = (room: string) => (room === 'features' ? drawFeatures(names, FEATURES_WIDTH[name]) : drawRoom(room))
  const inner = drawGraph(graph, new Map(graph.rooms.map((room) => [room, draw(room)])), `${name}/`)
  const size = { width: inner.width + PADDING * 2, height: inner.height + TITLE + PADDING }
  return { ...size, svg: rect('house', size, 14) + label(name, 18, 22, 'title') + at(PADDING, TITLE, inner.svg) }
}

/** The rooms of the source text and what they import, as SVG for both themes. */
export function drawPicture(files: Record<string, string>): string {
  const houses = { server: drawHouse('server', files), web: drawHouse('web', files) }
  const graph = roomGraph(files, (path) => path.split('/')[0])
  const ground = houses.server.width + GAP + houses.web.width
  const draw = (room: string): Drawing =>
    room === 'server' || room === 'web'
      ? houses[room]
      : GROUND.includes(room)
        ? drawRoom(room, 'ground', ground)
        : drawRoom(room)
  const whole = drawGraph(graph, new Map(graph.rooms.map((room) => [room, draw(room)])), '')
  const size = { width: whole.width + PADDING * 2, height: whole.height + PADDING * 2 + 28 }
  const note =
    'An arrow leads from a room to one whose code it imports. Left out: types, tests, and arrows that a longer way shows. Orange: it closes a circle.'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(size.width)} ${n(size.height)}" role="img" aria-label="The rooms of the source and what they import">
<style>${STYLE}
</style>
${rect('page', size, 16)}
${at(PADDING, PADDING, whole.svg)}
${label(note, PADDING, size.height - PADDING, 'note')}
</svg>
`
}

/** docs/pictures/house.svg, from the sources as they are. */
export function printPicture(): string {
  const paths = globSync(SOURCES, { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })
  return drawPicture(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
}
