import { useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'

/** A message on its way: it is shown from the moment in which it was sent, and can be sent again with its key. */
export interface Outgoing {
  readonly key: string
  readonly text: string
  readonly at: string
  readonly isFailed: boolean
  /** why it did not go out */
  readonly problem: string
}

type Deliver = (message: Pick<Outgoing, 'key' | 'text'>) => Promise<unknown>

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

/** What of a conversation is on its way. It outlives the panel: closing it loses nothing. */
export const useOutgoing = (conversation: string): readonly Outgoing[] =>
  useSyncExternalStore(subscribe, () => lists.get(conversation) ?? NONE)

/** @param deliver resolves once the message stands in the conversation */
export async function send(conversation: string, text: string, deliver: Deliver): Promise<void> {
  const message: Outgoing = { key: newIdempotencyKey(), text, at: new Date().toISOString(), isFailed: false, problem: '' }
  deliveries.set(message.key, deliver)
  change(conversation, (list) => [...list, message])
  await attempt(conversation, message)
}

/** With the key that it had: what arrived although its answer was lost is not there twice. */
export async function sendAgain(conversation: string, message: Outgoing): Promise<void> {
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
