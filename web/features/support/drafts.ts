const keyOf = (conversation: string): string => `enlace.support.${conversation}`

/** Unsent drafts, for the lifetime of the browser tab. */
export function readDraft(conversation: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversation)) ?? ''
  } catch {
    // storage can be blocked
    return ''
  }
}

export function writeDraft(conversation: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(conversation))
    else sessionStorage.setItem(keyOf(conversation), text)
  } catch {
    console.info('a draft could not be kept in this browser')
  }
}
