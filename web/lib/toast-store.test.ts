import { beforeEach, expect, test } from 'vitest'
import { CallError } from './call.ts'
import { TOAST_LIMIT, TOAST_MS, toasts, UNDO_MS } from './toast-store.ts'

const messages = () => toasts.get().map(({ message }) => message)
const only = () => {
  const [toast] = toasts.get()
  if (!toast) throw new Error('no toast')
  return toast
}

beforeEach(() => {
  for (const { id } of toasts.get()) toasts.dismiss(id)
})

test('at most 20 toasts are shown, the newest, each for 3000 ms', () => {
  let changes = 0
  const stop = toasts.subscribe(() => {
    changes += 1
  })
  for (let number = 1; number <= 25; number += 1) toasts.success(`saved ${number}`)
  expect(toasts.get()).toHaveLength(TOAST_LIMIT)
  expect(messages()).toEqual(Array.from({ length: 20 }, (_, at) => `saved ${at + 6}`))
  const first = toasts.get()[0]
  toasts.dismiss(first?.id ?? 0)
  expect(toasts.get()).toHaveLength(19)
  expect([changes, TOAST_LIMIT, TOAST_MS, UNDO_MS]).toEqual([26, 20, 3000, 10_000])
  stop()
})

test('an undo runs once, and its message takes the place of what it undid', async () => {
  let runs = 0
  toasts.success('saved', async () => {
    runs += 1
    return 'undone'
  })
  const toast = only()
  await Promise.all([toasts.undo(toast), toasts.undo(toast)])
  expect([runs, messages(), only().undo]).toEqual([1, ['undone'], undefined])
})

test('what was changed meanwhile is not undone; without a connection it can be tried again', async () => {
  const refuse = (code: 'conflict' | 'unreachable') => () => Promise.reject(new CallError(code, { code, status: 0 }))
  toasts.success('saved', refuse('conflict'))
  await toasts.undo(only())
  expect([only().kind, messages(), only().undo]).toEqual(['error', ['conflict'], undefined])
  toasts.dismiss(only().id)
  toasts.success('saved', refuse('unreachable'))
  await toasts.undo(only())
  expect([only().kind, messages(), typeof only().undo]).toEqual(['error', ['unreachable'], 'function'])
})
