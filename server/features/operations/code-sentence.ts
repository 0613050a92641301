import { CAUSE_SENTENCES } from '#contract/operations/cause-messages.ts'
import {
  EXCLUSION_SENTENCES,
  FAILURE_SENTENCES,
  NOT_EDITABLE_SENTENCES,
  NOTE_SENTENCES,
} from '#contract/operations/operation-messages.ts'
import type { Sentence } from '#contract/sentence.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { NOT_EDITABLE_REASONS } from '#domain/editability.ts'
import type { Language } from '#domain/languages.ts'
import { longDay } from '#server/records/long-day.ts'

type Sentences = Readonly<Record<string, Readonly<Record<Language, string>>>>
/** Codes without an explaining text: a network that does not answer has none, and one about an open change explains nothing. */
const WITHOUT_WORDS: readonly string[] = ['too_soon', 'unknown', 'unreachable', 'network_busy']
const CAUSES = Object.fromEntries(Object.entries(CAUSE_SENTENCES).map(([cause, { title }]) => [cause, title]))
const SENTENCES: Sentences = { ...CAUSES, ...NOTE_SENTENCES, ...EXCLUSION_SENTENCES, ...FAILURE_SENTENCES }

/** Why a SIM that is bound to its plan can't change it yet, and from which day it can. */
export const boundSentence = (until: Day): Sentence => ({
  es: `${EXCLUSION_SENTENCES.plan_bound.es}: puede cambiarlo desde el ${longDay(until, 'es')}`,
  en: `${EXCLUSION_SENTENCES.plan_bound.en}: it can change from ${longDay(until, 'en')}`,
})

/** The sentence for a line's code, with the network's own text. */
export function codeSentence({ code, text }: { code: string; text: string }, language: Language): string {
  const type = code === 'type_not_editable' ? NOT_EDITABLE_REASONS.find((reason) => reason === text) : undefined
  if (type) return NOT_EDITABLE_SENTENCES[type][language]
  if (code === 'plan_bound' && text !== '') return boundSentence(text)[language]
  const sentence = SENTENCES[code]?.[language] ?? ''
  if (WITHOUT_WORDS.includes(code)) return sentence
  if (sentence === '' || text === '') return sentence || text
  return `${sentence}: ${text}`
}
