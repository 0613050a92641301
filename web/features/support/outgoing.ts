import { useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'

/** A message being sent: shown at once, and retried with its key. */
export interface Outgoing {
  readonly key: string
  readonly text: string
  readonly at: string
  readonly isFailed: boolean
  /** why sending failed */
  readonly problem: string
}

export type Deliver = (message: Pick<Outgoing, 'key' | 'text'>) => Promise<unknown>

const NONE: readonly Outgoing[] = []
const lists = new Map<string, readonly Outgoing[]>()
const deliveries = new Map<string, Deliver>()
const listeners = new Set<() => void>()

function change(conversation: string, to: (list: readonly Outgoing[]) => readonly Outgoing[]): void {
  lists.set(conversation, to(lists.get(conversation) ?? NONE))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Outgoing messages of a conversation. They outlive the panel: closing it loses none. */
export const useOutgoing = (conversation: string): readonly Outgoing[] =>
  useSyncExternalStore(subscribe, () => lists.get(conversation) ?? NONE)

/**
 * Sends a message.
 * @param deliver resolves once the message is in the conversation
 */
export async function send(conversation: string, text: string, deliver: Deliver): Promise<void> {
  const message: Outgoing = { key: newIdempotencyKey(), text, at: new Date().toISOString(), isFailed: false, problem: '' }
  deliveries.set(message.key, deliver)
  change(conversation, (list) => [...list, message])
  await attempt(conversation, message)
}

/** With the same key: a message whose response was lost is not duplicated. */
export async function retry(conversation: string, message: Outgoing): Promise<void> {
  mark(conversation, message.key, { isFailed: false, problem: '' })
  await attempt(conversation, message)
}

const mark = (conversation: string, key: string, how: Pick<Outgoing, 'isFailed' | 'problem'>): void =>
  change(conversation, (list) => list.map((one) => (one.key === key ? { ...one, ...how } : one)))

async function attempt(conversation: string, { key, text }: Outgoing): Promise<void> {
  try {
    await deliveries.get(key)?.({ key, text })
    deliveries.delete(key)
    change(conversation, (list) => list.filter((one) => one.key !== key))
  } catch (error) {
    mark(conversation, key, { isFailed: true, problem: error instanceof Error ? error.message : String(error) })
  }
}
