import { useEffect } from 'react'
import { useRead } from './support.api.ts'

/** Marks the shown messages as read when the page is visible. */
export function useReading(conversationId: number | undefined, lastNo: number | undefined, unread: number): void {
  const { mutate } = useRead(conversationId)
  useEffect(() => {
    if (lastNo === undefined || unread === 0) return
    const look = () => {
      if (!document.hidden) mutate(lastNo)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [lastNo, unread, mutate])
}
