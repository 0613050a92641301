import { expect, test } from 'vitest'
import { eventData, eventsIn } from './call-events.ts'

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}

test('events are parsed wherever the text is split, comments and other fields are ignored', async () => {
  const text = 'retry: 2000\n\ndata: {"n":1}\n\n: \n\ndata: {"n":2}\n\ndata: unfinished'
  for (const size of [1, 2, 5, 7, 100]) {
    const cut = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
    const events: string[] = []
    for await (const event of eventsIn(pieces(...cut))) events.push(event)
    expect(events).toEqual(['{"n":1}', '{"n":2}'])
  }
})

test('an event of several lines is one text', () => {
  expect(eventData('event: moved\ndata: a\ndata:b')).toBe('a\nb')
  expect(eventData('id: 4')).toBeUndefined()
})
