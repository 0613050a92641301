import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Deliver, type Outgoing, retry, send, useOutgoing } from './outgoing.ts'
import { type ConversationPage, invalidateSupport, messagesIn, useMarkRead } from './support.api.ts'

interface ConversationOptions {
  /** key of its drafts and outgoing messages */
  readonly name: string
  /** undefined for the user's own */
  readonly conversationId: number | undefined
  /** false: it is shown without a person's choice */
  readonly isChosen?: boolean
  /** called once for each message, so that a retry has the context of the first attempt */
  deliveryOf(): Deliver
}

/** A conversation with its outgoing messages, for the user and for the operator; messages of a chosen one are marked as read. */
export function useConversation<Page extends ConversationPage>(
  { data, hasNextPage, isFetchingNextPage, fetchNextPage }: UseInfiniteQueryResult<InfiniteData<Page>>,
  { name, conversationId, isChosen = true, deliveryOf }: ConversationOptions,
) {
  const client = useQueryClient()
  const outgoing = useOutgoing(name)
  const messages = messagesIn(data)
  const newest = data?.pages[0]
  useMarkReadWhenVisible(conversationId, messages.at(-1)?.messageNo, isChosen ? (newest?.unread ?? 0) : 0)
  return {
    newest,
    isEmpty: messages.length + outgoing.length === 0,
    sendText: (text: string) => {
      const deliver = deliveryOf()
      void send(name, text, async (message) => {
        await deliver(message)
        await invalidateSupport(client)
      })
    },
    thread: {
      messages,
      outgoing,
      othersReadNo: newest?.othersReadNo ?? 0,
      hasOlder: hasNextPage,
      isBusy: isFetchingNextPage,
      onOlder: () => void fetchNextPage(),
      onRetry: (message: Outgoing) => void retry(name, message),
    },
  }
}

/** Marks the shown messages as read when the page is visible. */
function useMarkReadWhenVisible(conversationId: number | undefined, lastNo: number | undefined, unread: number): void {
  const { mutate } = useMarkRead(conversationId)
  useEffect(() => {
    if (lastNo === undefined || unread === 0) return
    const markIfVisible = () => {
      if (!document.hidden) mutate(lastNo)
    }
    markIfVisible()
    document.addEventListener('visibilitychange', markIfVisible)
    return () => document.removeEventListener('visibilitychange', markIfVisible)
  }, [lastNo, unread, mutate])
}
