import { expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import { decodeList, decodeTsv, type ListCodec, type RowOf } from '#contract/list-codec.ts'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'
import type { FleetUser } from './fleet.ts'
import type { Portal } from './portal.ts'

export type ListCall<L> = Call & { readonly list: L }

/** A page of a list: its rows, and where the next one begins. */
export async function readPage<L extends ListCodec>(portal: Portal, call: ListCall<L>, person: FleetUser, args: object = {}) {
  const { statusCode, body, headers } = await portal.request(call, person, args)
  expect(statusCode, body).toBe(200)
  return { rows: decodeList(call.list, decodeTsv(body)) as RowOf<L>[], next: headers[NEXT_CURSOR_HEADER] as string | undefined }
}

export async function readRows<L extends ListCodec>(portal: Portal, call: ListCall<L>, person: FleetUser, args: object = {}) {
  return (await readPage(portal, call, person, args)).rows
}

/** All rows of a list, page by page. */
export async function readPages<L extends ListCodec>(portal: Portal, call: ListCall<L>, person: FleetUser, body: object) {
  const rows: RowOf<L>[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(portal, call, person, { body: { ...body, cursor } })
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== undefined)
  return rows
}
