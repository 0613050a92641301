import i18next from 'i18next'
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react'
import { loadScreenWords } from '../i18n/i18n.ts'
import { loadChunk } from '../lib/chunk.ts'
import { toasts } from '../lib/toast-store.ts'

interface OnDemandProps {
  /** count of requests for the part: the first loads its code, a later one retries a failed load */
  requests: number
  /** stands in until the code is loaded, as one instance */
  fallback?: ReactNode
}

/** Once no button is held down: what took the place of a button between press and release would lose the click. */
function whenReleased(act: () => void): void {
  if (document.querySelector('button:active')) requestAnimationFrame(() => whenReleased(act))
  else act()
}

/** A part of the page whose code loads on request, so that the first screen does not wait for it. */
export function lazyOnDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  return function OnDemand({ requests, fallback, ...props }: P & OnDemandProps) {
    const [, render] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      if (requests === 0 || loaded) return
      loadChunk(load).then(
        (component) => {
          whenReleased(() => {
            loaded = component
            render()
          })
        },
        (error: unknown) => {
          console.error(error)
          toasts.error(i18next.t('common.chunkText'))
        },
      )
    }, [requests])
    // a loaded component is shared by all instances
    const Part = loaded
    if (!Part || requests === 0) return fallback ?? null
    return <Part {...(props as unknown as P)} />
  }
}

/** The same for a part with sentences that the first screens do not have. */
export const lazyWithWords = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyOnDemand(async () => {
    const [component] = await Promise.all([load(), loadScreenWords()])
    return component
  })
