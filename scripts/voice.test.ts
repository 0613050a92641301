import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/languages.ts'

const ROOT = join(import.meta.dirname, '..')

/** The exports of files by their path. */
async function exportsOf(pattern: string): Promise<[file: string, texts: unknown][]> {
  const files = globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes('/articles/'))
  return Promise.all(files.map(async (file): Promise<[string, unknown]> => [file, await import(join(ROOT, file))]))
}

/** Articles of the help are prose. */
const PAGE_TEXTS = await exportsOf('web/**/*.{es,en}.ts')
const SENTENCES = await exportsOf('contract/**/*-{messages,words}.ts')

interface Text {
  readonly place: string
  readonly text: string
}

/** Every text of an object, however deep, with its path. */
function textsIn(value: unknown, place: string): Text[] {
  if (typeof value === 'string') return [{ place, text: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`))
}

const textsOf = (language: Language): Text[] => [
  ...PAGE_TEXTS.filter(([file]) => file.endsWith(`.${language}.ts`)).flatMap(([file, texts]) => textsIn(texts, file)),
  ...SENTENCES.flatMap(([file, sentences]) => textsIn(sentences, file)).filter(({ place }) => place.includes(`.${language}`)),
]

/** Words that were said otherwise before docs/voice.md, with what is said instead. */
const AVOIDED: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  es: [
    [/\bdebajo\b/i, 'filial'],
    [/\bsub-?empresa/i, 'filial'],
    [/\btraer\b/i, 'cargar'],
    [/\bmira\b/i, 'incluye'],
    [/\bguardado aquí\b/i, 'no enviado'],
    [/\bBorrar todo\b/, 'Quitar filtros'],
  ],
  en: [
    [/\btells\b/i, 'notifies'],
    [/\bkept here\b/i, 'not sent'],
    [/\bsub-?compan/i, 'subsidiary'],
    [/\bof everybody\b/i, 'everyone'],
    [/\bClear all\b/, 'Clear filters'],
  ],
}

test.each(LANGUAGES)('texts in %s use the words of docs/voice.md', (language) => {
  const texts = textsOf(language)
  expect(texts.length).toBeGreaterThan(1000)
  const found = texts.flatMap(({ place, text }) =>
    AVOIDED[language].flatMap(([word, better]) => (word.test(text) ? [`${place}: '${text}' → ${better}`] : [])),
  )
  expect(found).toEqual([])
})

test.each(LANGUAGES)('texts in %s are typeset: real ellipses, apostrophes and quotes, no double spaces', (language) => {
  const found = textsOf(language).filter(({ text }) => /\.\.\.|\w'\w|"|\S {2,}\S/.test(text))
  expect(found).toEqual([])
})

test.each(LANGUAGES)('labels in %s have no full stop: one or two words are no sentence', (language) => {
  const found = textsOf(language).filter(({ text }) => /^\S+( \S+)?\.$/.test(text) && !text.endsWith(' est.'))
  expect(found).toEqual([])
})
