import { useSyncExternalStore } from 'react'
import { LANGUAGES } from '#domain/languages.ts'

/** A preference that the browser stores and every screen observes. */
interface Preference<V extends string> {
  get(): V
  set(value: V): void
  subscribe(listener: () => void): () => void
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // storage can be blocked (private windows, policies); the choice then lasts as long as the page
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    console.info(`${key} could not be kept in this browser`)
  }
}

function preference<const V extends string>(
  key: string,
  values: readonly V[],
  options: { fallback: () => V; apply: (value: V, root: HTMLElement) => void },
): Preference<V> {
  const listeners = new Set<() => void>()
  const initial = values.find((value) => value === stored(key))
  let current: V = initial ?? options.fallback()
  return {
    get: () => current,
    set(value) {
      current = value
      store(key, value)
      options.apply(value, document.documentElement)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const systemTheme = () => (globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** public/theme.js has the same keys and fallbacks: it runs before the first paint. */
export const theme = preference('enlace.theme', ['light', 'dark'], {
  fallback: systemTheme,
  apply: (value, root) => {
    root.dataset.theme = value
    root.dataset.mantineColorScheme = value
  },
})

export const language = preference('enlace.language', LANGUAGES, {
  fallback: () => LANGUAGES[0],
  apply: (value, root) => {
    root.lang = value
  },
})

export const density = preference('enlace.density', ['compact', 'comfortable'], {
  fallback: () => 'compact',
  apply: (value, root) => {
    root.dataset.density = value
  },
})

/** The present value of a preference; the component renders again when it changes. */
export function usePreference<V extends string>(of: Preference<V>): V {
  return useSyncExternalStore(of.subscribe, of.get)
}
