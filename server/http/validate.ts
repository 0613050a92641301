import { z } from 'zod'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { PASSWORD_SENTENCES } from '#contract/messages.ts'
import { AppError, type Sentence } from '../app-error.ts'

const es = z.locales.es().localeError
const en = z.locales.en().localeError

type Issue = z.core.$ZodIssue

const SENTENCES_BY_RULE: Readonly<Record<string, Sentence>> = { ...ALL_FIELD_SENTENCES, ...PASSWORD_SENTENCES }

/** The sentence for a violated rule: ours where the rule has the name of one, else zod's own in each language. */
function sentenceFor(issue: Issue): Sentence {
  const named = SENTENCES_BY_RULE[issue.message]
  if (named) return named
  if (issue.code === 'invalid_type' && issue.input === undefined) return ALL_FIELD_SENTENCES.required
  const raw = issue as z.core.$ZodRawIssue
  const sentenceIn = (locale: z.core.$ZodErrorMap): string => {
    const said = locale(raw)
    return typeof said === 'string' ? said : (said?.message ?? issue.message)
  }
  return { es: sentenceIn(es), en: sentenceIn(en) }
}

/** The field of the problem as a form names it: `filter.icc`; unknown keys are named themselves. */
function fieldNames(issue: Issue): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key].join('.'))
  return [path.join('.') || 'body']
}

const NOT_STORABLE: Sentence = {
  es: 'El texto contiene caracteres no válidos',
  en: 'The text contains invalid characters',
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * PostgreSQL's text holds every character but U+0000, and its JSON no half of a surrogate pair. Runs on each body, also on one with
 * a million ICCs, so it allocates nothing.
 */
function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (Array.isArray(value)) return value.every(isAllStorable)
  return typeof value !== 'object' || value === null || Object.values(value).every(isAllStorable)
}

/** The names of the fields that can't be stored. */
function notStorable(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path.join('.') || 'body']
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => notStorable(inner, [...path, key]))
}

/** The parsed value, or an error that names each wrong field. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  const fields: Record<string, Sentence> = {}
  if (result.success) {
    if (isAllStorable(result.data)) return result.data
    for (const name of notStorable(result.data)) fields[name] = NOT_STORABLE
  }
  for (const issue of result.error?.issues ?? []) {
    for (const name of fieldNames(issue)) fields[name] ??= sentenceFor(issue)
  }
  const [name, sentence] = Object.entries(fields)[0] ?? ['body', ALL_FIELD_SENTENCES.required]
  throw new AppError('invalid_request', {
    sentence: { es: `${name}: ${sentence.es}`, en: `${name}: ${sentence.en}` },
    fields,
  })
}
