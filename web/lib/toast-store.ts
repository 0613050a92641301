/** Duration of a notification, and the maximum number of them (specification section 9). */
export const TOAST_MS = 3000
export const TOAST_LIMIT = 20

export interface Toast {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly message: string
}

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function add(kind: Toast['kind'], message: string): void {
  lastId += 1
  change([...shown, { id: lastId, kind, message }].slice(-TOAST_LIMIT))
}

/** Popups with an icon at the bottom right; each is announced to screen readers. */
export const toasts = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
  info: (message: string) => add('info', message),
  dismiss: (id: number) => change(shown.filter((toast) => toast.id !== id)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => shown,
}
