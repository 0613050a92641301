import { expect, test } from 'vitest'
import { CAMARA_SCOPE_NAMES } from '#domain/camara-scopes.ts'
import { CAMARA_DOCUMENTS } from '#test/camara-documents.ts'
import { CAMARA_APIS } from './apis.ts'

test('every document that is here is served, and no other', () => {
  expect(CAMARA_APIS.map(({ name }) => name).sort()).toEqual([...CAMARA_DOCUMENTS.keys()].sort())
})

test.each(CAMARA_APIS.map((api) => [api.name, api] as const))(
  '%s has the address, the operations and the scopes of its document',
  (name, { version, operations }) => {
    const document = CAMARA_DOCUMENTS.get(name)
    expect(document?.server).toBe(`/${name}/${version}`)
    const scopesByPath = (entries: readonly (readonly [string, { readonly scopes: readonly string[] }])[]) =>
      Object.fromEntries(entries.map(([path, { scopes }]) => [path, [...scopes].sort()]))
    expect(scopesByPath(operations.map((one) => [`${one.method ?? 'POST'} ${one.path}`, one] as const))).toEqual(
      scopesByPath([...(document?.operations ?? [])]),
    )
  },
)

test('a token can have the scopes of the documents, and no other', () => {
  const documented = [...CAMARA_DOCUMENTS.values()].flatMap(({ operations }) =>
    [...operations.values()].flatMap(({ scopes }) => scopes),
  )
  expect([...CAMARA_SCOPE_NAMES].sort()).toEqual([...new Set(documented)].sort())
})
