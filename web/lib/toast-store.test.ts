import { expect, test } from 'vitest'
import { TOAST_LIMIT, TOAST_MS, toasts } from './toast-store.ts'

test('at most 20 toasts are shown, the newest, each for 3000 ms', () => {
  let changes = 0
  const stop = toasts.subscribe(() => {
    changes += 1
  })
  for (let number = 1; number <= 25; number += 1) toasts.success(`saved ${number}`)
  expect(toasts.get()).toHaveLength(TOAST_LIMIT)
  expect(toasts.get().map(({ message }) => message)).toEqual(Array.from({ length: 20 }, (_, at) => `saved ${at + 6}`))
  const first = toasts.get()[0]
  toasts.dismiss(first?.id ?? 0)
  expect(toasts.get()).toHaveLength(19)
  expect([changes, TOAST_LIMIT, TOAST_MS]).toEqual([26, 20, 3000])
  stop()
})
