import { useSyncExternalStore } from 'react'
import { LANGUAGES } from '#domain/languages.ts'
import { readStored, writeStored } from './browser-storage.ts'

interface Observed<V extends string> {
  get(): V
  subscribe(listener: () => void): () => void
}

/** A preference that the browser stores and every screen observes. */
interface Preference<V extends string> extends Observed<V> {
  set(value: V): void
}

function preference<const V extends string>(
  key: string,
  values: readonly V[],
  options: { fallback: () => V; apply: (value: V, root: HTMLElement) => void },
): Preference<V> {
  const listeners = new Set<() => void>()
  const initial = values.find((value) => value === readStored(key))
  let current: V = initial ?? options.fallback()
  return {
    get: () => current,
    set(value) {
      current = value
      writeStored(key, value)
      options.apply(value, document.documentElement)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** public/theme.js has the same keys and fallbacks: it runs before the first paint. */
export const theme = preference('enlace.theme', ['light', 'dark', 'system'], {
  fallback: () => 'system',
  apply: (_, root) => {
    root.dataset.theme = shownTheme.get()
    root.dataset.mantineColorScheme = shownTheme.get()
  },
})

const prefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
// the system's theme changes with the hour, also while a page is open
prefersDark?.addEventListener('change', () => theme.set(theme.get()))

/** The theme that is chosen, or that of the system. */
export const shownTheme: Observed<'light' | 'dark'> = {
  get() {
    const chosen = theme.get()
    if (chosen !== 'system') return chosen
    return prefersDark?.matches ? 'dark' : 'light'
  },
  subscribe: theme.subscribe,
}

export const language = preference('enlace.language', LANGUAGES, {
  fallback: () => LANGUAGES[0],
  apply: (value, root) => {
    root.lang = value
  },
})

/** Keys without Ctrl or Alt can be turned off: speech input takes them for words (WCAG 2.1.4). */
export const singleKeys = preference('enlace.keys', ['on', 'off'], { fallback: () => 'on', apply: () => undefined })

export const density = preference('enlace.density', ['compact', 'comfortable'], {
  fallback: () => 'compact',
  apply: (value, root) => {
    root.dataset.density = value
  },
})

/** The present value of a preference; the component renders again when it changes. */
export function usePreference<V extends string>(of: Observed<V>): V {
  return useSyncExternalStore(of.subscribe, of.get)
}
