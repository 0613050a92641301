import type { Page, Route } from '@playwright/test'
import type { Call, CallData } from '#contract/call.ts'
import { getDashboard, streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/envelope.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { encodeTsv } from '#contract/list-codec.ts'
import { operationList } from '#contract/operations/operations.calls.ts'
import { getSupportMark } from '#contract/support/support.calls.ts'

const addressOf = (call: Call): string => `**/api${call.path.replace(/\{\w+\}/g, '*')}`

async function answer(page: Page, call: Call, reply: (route: Route) => Promise<void>): Promise<void> {
  await page.route(addressOf(call), (route) => (route.request().method() === call.method ? reply(route) : route.fallback()))
}

/** The header requests the number of running operations; without a session the server would redirect to the login page. */
async function answerNoOperations(page: Page): Promise<void> {
  const body = encodeTsv(operationList.names, [])
  await page.route(/\/api\/operations\?/, (route) => route.fulfill({ contentType: 'text/tab-separated-values', body }))
}

/** Stands in for a stream in which nothing happens: the server's own would tell of its own fleet. */
export function quieten(page: Page, stream: Call): Promise<void> {
  return answer(page, { ...stream, path: `${stream.path}*` }, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  )
}

/** Stands in for the server in one call: states that a real fleet does not have at hand. */
export async function answerWith<C extends Call>(page: Page, call: C, data: CallData<C>): Promise<void> {
  if (call.path === getSession.path) {
    await answerNoOperations(page)
    await answerWith(page, getSupportMark, { unread: 0, isLive: false, version: '' })
  }
  if (call.path === getSession.path || call.path === getDashboard.path) await quieten(page, streamDashboard)
  return answer(page, call, (route) => route.fulfill({ json: { status: true, data, message: '', error: null } }))
}

/** Lets a call fail. */
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

/** Holds a call's answer back until the function that it gives is called. */
export async function holdBack(page: Page, call: Call): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await answer(page, call, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Stands in for a server whose MAP_TILES_URL names another host: its policy lets tiles in from there. */
export async function letTilesIn(page: Page, origin: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy'] ?? ''
    const wider = policy.replaceAll(/(?<=(img|connect)-src 'self')/g, ` ${origin}`)
    return route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': wider } })
  })
}
