import lighthouse from 'lighthouse'
import { addressOf, openBrowser, openWindow } from './browser.ts'
import type { PortalClient } from './client.ts'
import { type Figure, figure, percent } from './figure.ts'
import type { Stand } from './stand.ts'
import { median } from './statistics.ts'

const JAVASCRIPT_KB = 200
const RUNS = 3
const DEBUG_PORT_OFFSET = 9

interface Asset {
  readonly path: string
  readonly bytes: number
  readonly encoding: string
  readonly cache: string
}

/** All of a page has come by then, on this machine and ten times slower ones. */
const SETTLED_MS = 4000
/** Lighthouse waits for a silent network, which a page with a stream of events never has: after so long it goes on. */
const MOST_LOADING_MS = 12_000

/** What the browser loads for a screen. */
async function assetsOf(stand: Stand, path: string, client?: PortalClient): Promise<Asset[]> {
  const browser = await openBrowser()
  try {
    const page = await (await openWindow(browser, stand.server.port, client)).newPage()
    const assets: Promise<Asset>[] = []
    page.on('response', (response) => {
      const url = new URL(response.url())
      if (!/\.(js|css|woff2)$/.test(url.pathname)) return
      assets.push(
        (async () => {
          const [headers, sizes] = [await response.allHeaders(), await response.request().sizes()]
          const [encoding = '', cache = ''] = [headers['content-encoding'], headers['cache-control']]
          return { path: url.pathname, bytes: sizes.responseBodySize, encoding, cache }
        })(),
      )
    })
    await page.goto(addressOf(stand.server.port) + path)
    // the dashboard holds a stream of events, so the network is never idle
    await page.waitForTimeout(SETTLED_MS)
    return await Promise.all(assets)
  } finally {
    await browser.close()
  }
}

function sizeFigure(screen: string, assets: readonly Asset[]): Figure {
  const scripts = assets.filter(({ path }) => path.endsWith('.js'))
  const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return figure({
    name: `page: JavaScript of the ${screen}, ${scripts.length} files`,
    value: `${kilobytes.toFixed(0)} kB`,
    limit: `${JAVASCRIPT_KB} kB`,
    ratio: percent(kilobytes / JAVASCRIPT_KB),
    goal: `≤ ${JAVASCRIPT_KB} kB in brotli`,
    reached: kilobytes <= JAVASCRIPT_KB && scripts.length > 0,
  })
}

/** Fonts are compressed in themselves; what has a hash in its name is kept for a year. */
function cacheFigure(assets: readonly Asset[]): Figure {
  const hashed = assets.filter(({ path }) => path.startsWith('/assets/'))
  const wrong = hashed.filter(
    ({ path, encoding, cache }) => (encoding !== 'br' && !path.endsWith('.woff2')) || !/immutable/.test(cache),
  )
  for (const { path, encoding, cache } of wrong) console.error(`  not as it should be: ${path} '${encoding}' '${cache}'`)
  return figure({
    name: 'page: assets that are compressed and kept for a year',
    value: `${hashed.length - wrong.length}`,
    limit: `${hashed.length} loaded`,
    ratio: percent((hashed.length - wrong.length) / hashed.length),
    goal: 'all',
    reached: wrong.length === 0 && hashed.length > 0,
  })
}

interface Scores {
  readonly performance: number
  readonly accessibility: number
}

async function audit(port: number, url: string, client?: PortalClient): Promise<Scores> {
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  try {
    const extraHeaders = client && { Cookie: client.cookie }
    const result = await lighthouse(url, {
      port,
      extraHeaders,
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'error',
      maxWaitForLoad: MOST_LOADING_MS,
    })
    const score = (name: string): number => Math.round((result?.lhr.categories[name]?.score ?? 0) * 100)
    return { performance: score('performance'), accessibility: score('accessibility') }
  } finally {
    await browser.close()
  }
}

/** Lighthouse as it comes: a middling telephone on a slow line. The middle one of three runs. */
async function lighthouseFigures(stand: Stand, screen: string, goal: number, client?: PortalClient): Promise<Figure[]> {
  const url = addressOf(stand.server.port) + (client ? '/' : '/login')
  const runs: Scores[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await audit(stand.server.port + DEBUG_PORT_OFFSET, url, client))
  const row = (what: keyof Scores, least: number): Figure => {
    const value = median(runs.map((scores) => scores[what]))
    return figure({
      name: `page: Lighthouse, ${what} of the ${screen}`,
      value: `${value}`,
      limit: '100',
      ratio: percent(value / 100),
      goal: `≥ ${least}`,
      reached: value >= least,
    })
  }
  return [row('performance', goal), row('accessibility', 100)]
}

export async function benchPage(stand: Stand): Promise<Figure[]> {
  const client = await stand.clientFor('giant')
  const login = await assetsOf(stand, '/login')
  const dashboard = await assetsOf(stand, '/', client)
  return [
    sizeFigure('login page', login),
    sizeFigure('dashboard', dashboard),
    cacheFigure([...login, ...dashboard]),
    ...(await lighthouseFigures(stand, 'login page', 95)),
    ...(await lighthouseFigures(stand, 'dashboard', 90, client)),
  ]
}
