import type { Language } from '#domain/languages.ts'

interface Addressed {
  /** null: it is sent to no one */
  readonly emails: readonly string[] | null
  readonly language: Language | null
}

interface Recipient<Item> {
  readonly address: string
  readonly language: Language
  readonly items: Item[]
}

/** The recipients with their items: who gets several gets one mail, in the language of the first. */
export function byRecipient<Item extends Addressed>(items: readonly Item[]): Recipient<Item>[] {
  const recipients = new Map<string, Recipient<Item>>()
  for (const item of items) {
    for (const address of item.emails ?? []) {
      const key = address.toLowerCase()
      const recipient = recipients.get(key) ?? { address, language: item.language ?? 'es', items: [] }
      recipient.items.push(item)
      recipients.set(key, recipient)
    }
  }
  return [...recipients.values()]
}
