import type { CallError } from './call.ts'

/** Duration of a notification, and the maximum number of them (specification section 9). */
export const TOAST_MS = 3000
export const TOAST_LIMIT = 20
/** Duration of a notification that offers to undo what it reports, ms. */
export const UNDO_MS = 10_000

/** Takes back what was reported. All its runs carry one idempotency key. @returns the message to show */
export type Undo = () => Promise<string>

export interface Toast {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly message: string
  readonly undo?: Undo | undefined
}

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** @returns the id to dismiss it by */
function add(kind: Toast['kind'], message: string, undo?: Undo): number {
  lastId += 1
  change([...shown, { id: lastId, kind, message, undo }].slice(-TOAST_LIMIT))
  return lastId
}

const isCutOff = (error: unknown): boolean => (error as CallError).code === 'unreachable'

/** Popups with an icon at the bottom right; each is announced to screen readers. */
export const toasts = {
  success: (message: string, undo?: Undo): number => add('success', message, undo),
  error: (message: string) => void add('error', message),
  info: (message: string, undo?: Undo) => void add('info', message, undo),
  dismiss: (id: number) => change(shown.filter((toast) => toast.id !== id)),
  /** Undoes what a notification reported, in its place. */
  async undo({ id, undo }: Toast): Promise<void> {
    if (!undo || !shown.some((toast) => toast.id === id)) return
    toasts.dismiss(id)
    await toasts.run(undo)
  },
  /** Undoes, and shows the result. Without a connection it can be tried again. */
  async run(undo: Undo): Promise<void> {
    try {
      add('success', await undo())
    } catch (error) {
      add('error', error instanceof Error ? error.message : String(error), isCutOff(error) ? undo : undefined)
    }
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => shown,
}

/** What follows a mutation: the server's message, then what is passed. */
export const toastThen =
  (then: () => void) =>
  ({ message }: { readonly message: string }): void => {
    toasts.success(message)
    then()
  }
