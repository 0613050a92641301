import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys/api-keys.calls.ts'
import { CALL_NAMES } from '#contract/contract.ts'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { exampleOf } from '#contract/openapi/openapi-examples.ts'
import { PERMITS } from '#domain/permits.ts'
import { ApiClient } from '../terminal/api-client.ts'
import { valuesOfWords } from '../terminal/call-words.ts'
import { PUBLIC_CALLS } from '../terminal/calls.generated.ts'
import { COMMANDS } from '../terminal/commands.ts'
import { callHelp, commandHelp } from '../terminal/help.ts'
import { startPortal } from './portal.ts'

const portal = await startPortal()
const { key } = await portal.data(createApiKey, 'ana', {
  body: { name: 'Terminal', permits: [...PERMITS], canHibernate: true },
})
const url = await portal.app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => portal.close())

const byName = new Map([...CALL_NAMES].map(([call, name]) => [name, call]))

test('the terminal has every call that the API documents for a key', () => {
  const documented = Object.values(openApiDocument().paths)
    .flatMap((item) => Object.values(item))
    .filter(({ security }) => security.some((way) => way.companyKey))
    .map(({ operationId }) => operationId)
  expect(PUBLIC_CALLS.map(({ name }) => name).toSorted()).toEqual(documented.toSorted())
})

/** A value as one types it: a list of plain values one by one, anything else as JSON. */
function wordsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map((one) => `${name}=${one}`)
  return [`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`]
}

test('each of them can be typed, and the portal understands it, whatever it then finds', async () => {
  const client = new ApiClient({ url, key })
  const misunderstood: string[] = []
  let made = 0
  for (const call of PUBLIC_CALLS) {
    const contract = byName.get(call.name)
    const example = contract && exampleOf(contract)
    if (!example) continue
    const values = { ...example.params, ...example.query, ...(example.body as object) }
    const words = Object.entries(values).flatMap(([name, value]) => wordsOf(name, value))
    const sent = valuesOfWords(call, words, call.upload ? { file: import.meta.filename } : {})
    try {
      const response = await client.send(call, sent)
      await response.body?.cancel()
      made++
    } catch (error) {
      const { code, message } = error as { code?: number; message: string }
      if (code !== 4 && code !== 5) misunderstood.push(`${call.name} ${words.join(' ')}: ${message}`)
      else made++
    }
  }
  // what logs people in takes no key, and a text is no file of SIMs
  const isAboutOther = (sentence: string) =>
    /^(logIn\w*|askRestore|restorePassword|checkLink|uploadOperationFile|\w*Login\w*) /.test(sentence)
  expect(misunderstood.filter((sentence) => !isAboutOther(sentence))).toEqual([])
  expect(made).toBeGreaterThan(PUBLIC_CALLS.length * 0.8)
})

test('no command has an option twice, and each lets one give what its call requires', () => {
  const faults = COMMANDS.flatMap(({ words, call, operands, options, kind }) => {
    const names = options.map(({ name }) => name)
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    const given = [...operands, ...options.flatMap(({ target }) => target?.field.name ?? [])]
    // an export has all columns unless others are chosen
    const filled = kind === 'act' ? ['preview'] : ['format', 'columns']
    const required = [...(call?.params ?? []), ...(call?.query ?? []), ...(call?.body ?? [])].filter(
      ({ isRequired }) => isRequired,
    )
    const missing = required.filter(({ name }) => !given.includes(name) && !filled.includes(name)).map(({ name }) => name)
    return twice.length + missing.length > 0 ? [{ words, twice, missing }] : []
  })
  expect(faults).toEqual([])
})

test('every option and value of a help text says what it is for', () => {
  const silent = COMMANDS.flatMap(({ words, options }) =>
    options.flatMap(({ name, about, choices }) => (about || choices ? [] : [`${words} --${name}`])),
  )
  expect(silent).toEqual([])
  for (const command of COMMANDS) expect(commandHelp(command)).toContain('Usage')
  for (const call of PUBLIC_CALLS) expect(callHelp(call)).toContain(`enlace call ${call.name}`)
})
