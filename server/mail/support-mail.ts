import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

export interface SupportMailItem {
  /** the author and their company; '' for the operator */
  readonly author: string
  readonly company: string
  readonly unread: number
  /** the beginning of the last unread message */
  readonly text: string
}

export interface SupportFacts {
  /** the reader */
  readonly to: 'person' | 'operator'
  readonly items: readonly SupportMailItem[]
  /** the page to answer on */
  readonly address: string
}

/** Conversations that one mail lists; the portal shows the others. */
const MAX_LISTED = 20

interface Words {
  readonly answered: string
  readonly answer: (author: string, unread: number) => string
  readonly button: Readonly<Record<SupportFacts['to'], string>>
  readonly waiting: (conversations: number) => string
  readonly wait: string
  readonly more: (conversations: number) => string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    answered: 'Soporte le respondió',
    answer: (author, unread) =>
      unread === 1
        ? `${author} le escribió en el chat de soporte:`
        : `${author} le escribió ${unread} mensajes en el chat de soporte. El último:`,
    button: { person: 'Leer y responder', operator: 'Abrir Soporte' },
    waiting: (conversations) =>
      conversations === 1
        ? 'Hay una conversación de soporte sin leer'
        : `Hay ${conversations} conversaciones de soporte sin leer`,
    wait: 'Estos mensajes esperan respuesta.',
    more: (conversations) => `Y ${conversations} más.`,
  },
  en: {
    answered: 'Support replied to you',
    answer: (author, unread) =>
      unread === 1
        ? `${author} wrote to you in the support chat:`
        : `${author} wrote you ${unread} messages in the support chat. The last one:`,
    button: { person: 'Read and reply', operator: 'Open Support' },
    waiting: (conversations) =>
      conversations === 1 ? 'A support conversation is unread' : `${conversations} support conversations are unread`,
    wait: 'These messages are waiting for a reply.',
    more: (conversations) => `And ${conversations} more.`,
  },
}

/** The mail about unread messages of the support chat. */
export function supportMail({ to, items: news, address }: SupportFacts, language: Language): MailContent {
  const words = WORDS[language]
  const button = { text: words.button[to], address }
  const [first] = news
  if (to === 'person' && first) {
    const title = words.answered
    return { subject: title, title, paragraphs: [words.answer(first.author, first.unread), first.text], button }
  }
  const title = words.waiting(news.length)
  return {
    subject: title,
    title,
    paragraphs: [words.wait],
    items: news.slice(0, MAX_LISTED).map(({ author, company, text }) => ({ name: `${author} · ${company}`, note: text })),
    ...(news.length > MAX_LISTED ? { more: words.more(news.length - MAX_LISTED) } : {}),
    button,
  }
}
