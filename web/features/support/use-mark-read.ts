import { useEffect } from 'react'
import { useMarkRead } from './support.api.ts'

/** Marks the shown messages as read when the page is visible. */
export function useMarkReadWhenVisible(conversationId: number | undefined, lastNo: number | undefined, unread: number): void {
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
