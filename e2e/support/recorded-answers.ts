import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'

interface RecordedAnswer {
  status: number
  headers: Record<string, string>
  /** in Base64: some answers are pictures */
  body: string
}

/** What the API answered while a screen loaded, by method and address, and when that was. */
interface Recording {
  /** of the screen, with the identifiers that the fleet had then */
  path: string
  recordedAt: string
  answers: Record<string, RecordedAnswer>
}

/** The calls of a page. */
export const API = /\/api\//
/** The headers that the page reads. */
const READ_HEADERS = ['content-type', NEXT_CURSOR_HEADER]
const isStream = (request: Request): boolean => request.headers().accept?.includes('text/event-stream') ?? false

function keyOf(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return [request.method(), pathname + search, request.postData() ?? ''].join(' ').trim()
}

/** Lets the calls of a page reach the server, while its clock stands still, and keeps their answers for `save`. */
export async function recordAnswers(page: Page, path: string): Promise<{ save: (file: string) => void }> {
  const recording: Recording = { path, recordedAt: new Date().toISOString(), answers: {} }
  await page.clock.setFixedTime(recording.recordedAt)
  await page.route(API, async (route, request) => {
    if (isStream(request)) return route.fulfill({ contentType: 'text/event-stream', body: '' })
    const response = await route.fetch()
    const headers = Object.entries(response.headers()).filter(([name]) => READ_HEADERS.includes(name))
    recording.answers[keyOf(request)] = {
      status: response.status(),
      headers: Object.fromEntries(headers),
      body: (await response.body()).toString('base64'),
    }
    return route.fulfill({ response })
  })
  return {
    save: (file) => {
      mkdirSync(dirname(file), { recursive: true })
      const answers = Object.fromEntries(Object.entries(recording.answers).toSorted(([a], [b]) => a.localeCompare(b)))
      writeFileSync(file, gzipSync(JSON.stringify({ ...recording, answers }), { level: 9 }))
    },
  }
}

/**
 * Answers the calls of a page as they were recorded, at the moment of the recording. Returns the address of the screen, and
 * the calls that were not recorded, which fail: the page makes another call than it did then.
 */
export async function replayAnswers(page: Page, file: string): Promise<{ path: string; unknown: string[] }> {
  const { path, recordedAt, answers }: Recording = JSON.parse(gunzipSync(readFileSync(file)).toString())
  const unknown: string[] = []
  await page.clock.setFixedTime(recordedAt)
  await page.route(API, (route, request) => {
    if (isStream(request)) return route.fulfill({ contentType: 'text/event-stream', body: '' })
    const answer = answers[keyOf(request)]
    if (answer) return route.fulfill({ ...answer, body: Buffer.from(answer.body, 'base64') })
    unknown.push(keyOf(request))
    return route.abort()
  })
  return { path, unknown }
}
