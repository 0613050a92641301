import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type BellLine, type BellMark, getBell, readBell, setBellKind, streamBell } from '#contract/bell/bell.calls.ts'
import type { BellKind } from '#domain/bell.ts'
import { call } from '#web/lib/call.ts'
import { callEvents } from '#web/lib/call-events.ts'

const MARK_KEY = ['bell', 'mark'] as const
const LINES_KEY = ['bell', 'lines'] as const

export const bellQuery = infiniteQueryOptions({
  queryKey: LINES_KEY,
  queryFn: ({ signal, pageParam: cursor }) => call(getBell, { query: { cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
})

/**
 * Interval of asking for the unread count, ms. A stream for it would be held beside those of the screen and of the chat: a
 * browser has six connections to a server without HTTP/2, over all of its tabs, and with two tabs none would be left.
 */
const POLL_INTERVAL_MS = 10_000

const markQuery = queryOptions({
  queryKey: MARK_KEY,
  queryFn: async ({ signal }): Promise<BellMark> => {
    for await (const mark of callEvents(streamBell, { query: { seconds: 0 } }, { signal })) return mark
    throw new Error('the stream of the bell ended without an event')
  },
  refetchInterval: POLL_INTERVAL_MS,
})

/** Unread lines; undefined until they have been asked for. An open list is loaded again when they have changed. */
export function useUnread(): number | undefined {
  const client = useQueryClient()
  const { data: mark } = useQuery(markQuery)
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (!mark) return
    if (before.current !== undefined && before.current !== mark.version) {
      // a closed list would open with what it had
      client.removeQueries({ queryKey: LINES_KEY, type: 'inactive' })
      void client.invalidateQueries({ queryKey: LINES_KEY })
    }
    before.current = mark.version
  }, [client, mark])
  return mark?.unread
}

/** Marks a line as read, or without a key all that are no newer than it. */
export function useRead() {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: ({ key, at }: Pick<BellLine, 'at'> & { key?: string }) =>
      call(readBell, { body: key === undefined ? { upTo: at } : { key, upTo: at } }),
    onSuccess: ({ unread }) => {
      client.setQueryData<BellMark>(MARK_KEY, (mark) => ({ version: mark?.version ?? '', unread }))
      return client.invalidateQueries({ queryKey: LINES_KEY })
    },
  })
}

export function useSetKind() {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: ({ kind, isOn }: { kind: BellKind; isOn: boolean }) => call(setBellKind, { params: { kind }, body: { isOn } }),
    onSuccess: () => client.invalidateQueries({ queryKey: LINES_KEY }),
  })
}
