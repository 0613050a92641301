/** A screen's letter counts for so long after G, ms. */
const SECOND_KEY_MS = 1500

/** What a key asks of the page, wherever the focus is. */
export type PageKey = 'search' | 'shortcuts' | { readonly path: string }

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp'>

/**
 * Reads single keys of the page: `/` for the search, `?` for the list of keys, G and a letter for a screen.
 * @param paths of the screens, by the letter that opens them
 */
export function singleKeysOf(paths: ReadonlyMap<string, string>): (pressed: Pressed) => PageKey | undefined {
  let goSince = Number.NEGATIVE_INFINITY
  return ({ key: pressed, timeStamp }) => {
    const key = pressed.toLowerCase()
    const path = timeStamp - goSince < SECOND_KEY_MS ? paths.get(key) : undefined
    goSince = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
    if (path !== undefined) return { path }
    if (key === '/') return 'search'
    return key === '?' ? 'shortcuts' : undefined
  }
}
