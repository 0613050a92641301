/** Safari has no idle callback. */
const WITHOUT_CALLBACK_MS = 200

/**
 * Runs work once the page has loaded and is idle.
 * @returns cancels it
 */
export function whenIdle(work: () => void): () => void {
  let cancel = () => window.removeEventListener('load', start)
  const start = () => {
    if (window.requestIdleCallback) {
      const id = window.requestIdleCallback(work)
      cancel = () => window.cancelIdleCallback(id)
    } else {
      const id = window.setTimeout(work, WITHOUT_CALLBACK_MS)
      cancel = () => window.clearTimeout(id)
    }
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
  return () => cancel()
}
