import type { Browser, Page } from '@playwright/test'
import { addressOf, openBrowser, openWindow } from './browser.ts'
import type { PortalClient } from './client.ts'
import { type Figure, figure, ms, percent, times } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import { frameRate, frameTimes } from './frames.ts'
import type { Stand } from './stand.ts'
import { median, percentile, timed } from './statistics.ts'

const ROUNDS = 12
const SECONDS = 5
const MAP = '[data-map=webgl]'
/** Views as a person has them who comes nearer: the world, a country, a city. */
const VIEWS = {
  'the whole world': { zoom: 3 },
  'a country': { zoom: 6, box: { west: -76, south: -40, east: -66, north: -28 } },
  'a city': { zoom: 11, box: { west: -70.9, south: -33.65, east: -70.4, north: -33.25 } },
} as const

async function gathering(stand: Stand, actor: ActorName, body: object): Promise<number[]> {
  const client: PortalClient = await stand.clientFor(actor)
  const ask = () => client.call('POST', '/sim/map', body)
  await ask()
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round++) values.push(await timed(ask))
  return values
}

/** Counts by square over HTTP; beside them one pass over the same rows. */
async function viewFigures(stand: Stand): Promise<Figure[]> {
  const figures: Figure[] = []
  const pass = await timed(() => stand.pool.query('SELECT sum(latitude), sum(longitude), count(*) FROM sim_live'))
  for (const [name, view] of Object.entries(VIEWS)) {
    const all: number[] = []
    for (const actor of ACTOR_NAMES) {
      const own = await gathering(stand, actor, view)
      console.error(`  ${name}, ${actor}: p50 ${ms(median(own))}, p95 ${ms(percentile(own, 0.95))}`)
      all.push(...own)
      if (actor !== 'administrator') continue
      figures.push(
        figure({
          name: `map: ${name} for who sees all SIMs, p50 of ${ROUNDS}`,
          value: ms(median(own)),
          limit: `${ms(pass)} one pass over them`,
          ratio: times(median(own) / pass),
        }),
      )
    }
    figures.push(
      figure({
        name: `map: ${name}, p50 / p95 over ${ACTOR_NAMES.length} kinds of reader`,
        value: `${ms(median(all))} / ${ms(percentile(all, 0.95))}`,
      }),
    )
  }
  return figures
}

const boxOf = async (page: Page) => (await page.locator(MAP).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** As by hand: to and fro over the map with the button held. */
async function drag(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page)
  const middle = { x: x + width / 2, y: y + height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  const begin = performance.now()
  for (let ms = 0; ms < SECONDS * 1000; ms = performance.now() - begin) {
    await page.mouse.move(middle.x + 200 * Math.sin(ms / 300), middle.y + 120 * Math.sin(ms / 470))
  }
  await page.mouse.up()
}

/** A step nearer or farther each second: each asks for another view. */
async function turnWheel(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page)
  await page.mouse.move(x + width / 2, y + height / 2)
  for (let second = 0; second < SECONDS; second++) {
    await page.mouse.wheel(0, second % 2 === 0 ? -400 : 400)
    await page.waitForTimeout(1000)
  }
}

const ratesOf = (frames: readonly number[]): string =>
  `${frameRate(frames).toFixed(1)} (${(1000 / percentile(frames, 0.95)).toFixed(1)})`

function framesFigure(name: string, frames: readonly number[], ofFew: readonly number[]): Figure {
  const rate = frameRate(frames)
  return figure({
    name: `map: ${name}, median frames a second (slowest twentieth)`,
    value: ratesOf(frames),
    limit: `${ratesOf(ofFew)} with the hundred SIMs of a small company`,
    ratio: percent(rate / frameRate(ofFew)),
    goal: '≥ 55',
    reached: rate >= 55,
  })
}

/** From the press of 'Map' in the list until places are drawn. */
async function firstPicture(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Mapa', exact: true }).click()
  const begin = performance.now()
  await page.locator(MAP).waitFor()
  await page.getByRole('region', { name: 'Lugares en esta parte del mapa' }).getByRole('button').first().waitFor()
  return performance.now() - begin
}

interface MapReading {
  readonly openedMs: number
  readonly dragging: readonly number[]
  readonly zooming: readonly number[]
}

async function readMap(stand: Stand, browser: Browser, actor: ActorName): Promise<MapReading> {
  const context = await openWindow(browser, stand.server.port, await stand.clientFor(actor))
  try {
    const page = await context.newPage()
    const opened: number[] = []
    for (let round = 0; round < 3; round++) {
      await page.goto(`${addressOf(stand.server.port)}/sims`)
      await page.locator('[role=grid] [data-index]').first().waitFor()
      await page.waitForTimeout(2000)
      opened.push(await firstPicture(page))
    }
    await page.waitForTimeout(2000)
    const dragging = await frameTimes(page, () => drag(page))
    return { openedMs: median(opened), dragging, zooming: await frameTimes(page, () => turnWheel(page)) }
  } finally {
    await context.close()
  }
}

/** The map of the whole fleet: its counts, and Chromium with it, which draws by the processor: the same map with few SIMs is the limit. */
export async function benchMap(stand: Stand): Promise<Figure[]> {
  const figures = await viewFigures(stand)
  const browser = await openBrowser(['--enable-unsafe-swiftshader'])
  try {
    const few = await readMap(stand, browser, 'tiny')
    const all = await readMap(stand, browser, 'administrator')
    return [
      ...figures,
      figure({
        name: 'map: from the list to the first picture with places, median of 3',
        value: ms(all.openedMs),
        limit: `${ms(few.openedMs)} with the hundred SIMs of a small company`,
        ratio: times(all.openedMs / few.openedMs),
        goal: '< 1 s',
        reached: all.openedMs < 1000,
      }),
      framesFigure('dragging', all.dragging, few.dragging),
      framesFigure('coming nearer and going back', all.zooming, few.zooming),
    ]
  } finally {
    await browser.close()
  }
}
