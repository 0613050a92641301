import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type BellLine, type BellMark, getBell, readBell, setBellKind, streamBell } from '#contract/bell/bell.calls.ts'
import type { BellKind } from '#domain/bell.ts'
import { call } from '../../lib/call.ts'
import { callEvents } from '../../lib/call-events.ts'
import { followEvents } from '../../lib/follow-events.ts'

const MARK_KEY = ['bell', 'mark'] as const
const LINES_KEY = ['bell', 'lines'] as const

export const bellQuery = infiniteQueryOptions({
  queryKey: LINES_KEY,
  queryFn: ({ signal, pageParam: cursor }) => call(getBell, { query: { cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
})

/** Unread lines; undefined until the stream has begun. */
export const useUnread = (): number | undefined =>
  useQuery<BellMark>({ queryKey: MARK_KEY, enabled: false, staleTime: Number.POSITIVE_INFINITY }).data?.unread

/** Follows the unread count; an open list is loaded again when it has changed. */
export function useLiveBell(): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const open = (signal: AbortSignal) => callEvents(streamBell, {}, { signal })
    const show = async (mark: BellMark) => {
      const before = client.getQueryData<BellMark>(MARK_KEY)
      client.setQueryData(MARK_KEY, mark)
      if (!before || before.version === mark.version) return
      // a closed list would open with what it had
      client.removeQueries({ queryKey: LINES_KEY, type: 'inactive' })
      await client.invalidateQueries({ queryKey: LINES_KEY })
    }
    void followEvents(open, show, end.signal)
    return () => end.abort()
  }, [client])
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
