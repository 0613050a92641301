import type { Page, Route } from '@playwright/test'
import { streamBell } from '#contract/bell/bell.calls.ts'
import type { Call, CallData } from '#contract/call.ts'
import { getDashboard, getFleetUsage, streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/envelope.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { encodeTsv } from '#contract/list-codec.ts'
import { operationList } from '#contract/operations/operations.calls.ts'
import { getSupportMark } from '#contract/support/support.calls.ts'
import { FLEET_USAGE } from './sample-data.ts'

/** How often the page makes a call whose answer does not arrive, before it says so. */
export const ATTEMPTS = 4

const addressOf = (call: Call): string => `**/api${call.path.replace(/\{\w+\}/g, '*')}`

async function answer(page: Page, call: Call, reply: (route: Route) => Promise<void>): Promise<void> {
  await page.route(addressOf(call), (route) => (route.request().method() === call.method ? reply(route) : route.fallback()))
}

/** The header requests the number of running operations; without a session the server would redirect to the login page. */
async function answerNoOperations(page: Page): Promise<void> {
  const body = encodeTsv(operationList.names, [])
  await page.route(/\/api\/operations\?/, (route) => route.fulfill({ contentType: 'text/tab-separated-values', body }))
}

/** Replaces a stream by one without events: the server's own would report its own fleet. */
export function silenceStream(page: Page, stream: Call): Promise<void> {
  return answer(page, { ...stream, path: `${stream.path}*` }, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  )
}

/** Replaces the server's response in one call, for states that a real fleet does not have. */
export async function answerWith<C extends Call>(page: Page, call: C, data: CallData<C>): Promise<void> {
  if (call.path === getSession.path) {
    await answerNoOperations(page)
    await silenceStream(page, streamBell)
    await answerWith(page, getSupportMark, { unread: 0, isLive: false, version: '' })
  }
  if (call.path === getSession.path || call.path === getDashboard.path) await silenceStream(page, streamDashboard)
  if (call.path === getDashboard.path) await answerWith(page, getFleetUsage, FLEET_USAGE)
  return answer(page, call, (route) => route.fulfill({ json: { status: true, data, message: '', error: null } }))
}

/** Makes a call fail. */
export function refuseWith(
  page: Page,
  call: Call,
  failure: { code: ErrorCode; error: string; retryAfter?: number },
): Promise<void> {
  const { code, error, retryAfter } = failure
  return answer(page, call, (route) =>
    route.fulfill({
      status: ERROR_STATUS[code],
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
      json: { status: false, data: null, message: '', error, code, requestId: 'req-7f3a91c2' },
    }),
  )
}

/** Delays a call's response until the returned function is called. */
export async function holdBack(page: Page, call: Call): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await answer(page, call, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Extends the content security policy, as a server whose MAP_TILES_URL names another host does. */
export async function allowTiles(page: Page, origin: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy'] ?? ''
    const wider = policy.replaceAll(/(?<=(img|connect)-src 'self')/g, ` ${origin}`)
    return route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': wider } })
  })
}
