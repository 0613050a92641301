/** What the browser keeps under a key. Storage can be blocked (private windows, policies): then nothing. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A value that was kept as JSON; null where there is none, or something else. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps a text; where storage is blocked, it is kept no longer than the page. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    console.info(`${key} could not be kept in this browser`)
  }
}

export function deleteStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // where storage is blocked, nothing is kept
  }
}
