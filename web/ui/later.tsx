import i18next from 'i18next'
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { toasts } from '../lib/toast-store.ts'

interface LaterProps {
  /** how often the part was asked for; its code comes with the first time, and a failed load is tried again with the next */
  asked: number
  /** looks alike and takes part in the page until the code is there; it stays the same instance until then */
  fallback?: ReactNode
}

/** A part of the page whose code comes when it is asked for, so that the first screen does not wait for it. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  let known: ComponentType<P> | undefined
  return function Later({ asked, fallback, ...props }: P & LaterProps) {
    const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
    useEffect(() => {
      if (asked === 0 || known) return
      loadChunk(load).then(
        (component) => {
          known = component
          draw()
        },
        (error: unknown) => {
          console.error(error)
          toasts.error(i18next.t('common.chunkText'))
        },
      )
    }, [asked])
    // what one place has fetched is there for every other
    const Part = known
    if (!Part || asked === 0) return fallback ?? null
    return <Part {...(props as unknown as P)} />
  }
}
