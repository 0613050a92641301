import { type InfiniteData, infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RowOf } from '#contract/list-codec.ts'
import * as calls from '#contract/support/support.calls.ts'
import type { SupportList } from '#domain/support.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { followCall } from '#web/lib/follow-events.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export type SupportRow = RowOf<typeof calls.supportList>
export type ConversationPage = calls.OwnConversation | calls.ConversationData

const UNREAD_KEY = ['support', 'mark'] as const
const LIVE_QUERIES = ['support', 'moving'] as const
/** Polling interval of a closed conversation, ms: it rarely changes, and a stream would use a connection. */
const POLL_INTERVAL_MS = 60_000

export const unreadQuery = callQuery(
  calls.getSupportMark,
  UNREAD_KEY,
  {},
  { refetchInterval: ({ state }) => (state.data?.isLive === false && state.data.version !== '' ? POLL_INTERVAL_MS : false) },
)

/** Updates the unread badge and the open chat from the event stream, while they can change. */
export function useLiveSupport(isLive: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isLive) return
    return followCall(calls.streamSupportMark, async (mark) => {
      const isNew = client.getQueryData(unreadQuery.queryKey)?.version !== mark.version
      client.setQueryData(unreadQuery.queryKey, mark)
      if (isNew) await client.invalidateQueries({ queryKey: LIVE_QUERIES })
    })
  }, [client, isLive])
}

const olderThan = (page: ConversationPage) => (page.hasOlder ? page.messages[0]?.messageNo : undefined)

export const ownQuery = infiniteQueryOptions({
  queryKey: [...LIVE_QUERIES, 'own'],
  queryFn: ({ signal, pageParam }) => call(calls.getOwnConversation, { query: { before: pageParam } }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: olderThan,
  staleTime: 0,
})

export const conversationQuery = (conversationId: number) =>
  infiniteQueryOptions({
    queryKey: [...LIVE_QUERIES, 'one', conversationId],
    queryFn: ({ signal, pageParam }) =>
      call(calls.getConversation, { params: { conversationId }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
  })

export const conversationsQuery = (show: SupportList) =>
  pagedQuery(calls.listConversations, [...LIVE_QUERIES, 'list', show], { show }, { staleTime: 0 })

/** How many are in each list. */
export const conversationCountsQuery = countsQuery(calls.countConversations, [...LIVE_QUERIES, 'counts'], undefined)

/** The loaded messages of a conversation, the oldest first. */
export const messagesIn = (data: InfiniteData<ConversationPage> | undefined): calls.SupportMessage[] =>
  data ? [...data.pages].reverse().flatMap((page) => page.messages) : []

/** Invalidates all of the chat: a message was written or read, or a conversation closed. */
export const invalidateSupport = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['support'] })

/** Marks a conversation as read; without an id, the user's own. */
export function useMarkRead(conversationId: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (upTo: number) =>
      conversationId === undefined
        ? call(calls.readOwnConversation, { body: { upTo } })
        : call(calls.readConversation, { params: { conversationId }, body: { upTo } }),
    onSuccess: () => invalidateSupport(client),
  })
}

interface Change {
  readonly state?: 'open' | 'closed'
  readonly isMine?: boolean
}

export function useChange(conversationId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Change) => callWithMessage(calls.changeConversation, { params: { conversationId }, body }),
    onSettled: () => invalidateSupport(client),
  })
}
