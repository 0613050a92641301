import { expect, test, vi } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

const log = { error: vi.fn() }

/** A queue of which each job ends when the test says so. */
function slowQueue(concurrency: number) {
  const ends: { name: string; end: (error?: Error) => void }[] = []
  const started: string[] = []
  const work = ({ name }: { name: string }) =>
    new Promise<void>((resolve, reject) => {
      started.push(name)
      ends.push({ name, end: (error) => (error ? reject(error) : resolve()) })
    })
  const queue = new KeyedQueue(work, { keyOf: ({ name }) => name, concurrency, log, failure: 'the job failed' })
  const add = (...names: string[]) => {
    for (const name of names) queue.add({ name })
  }
  const end = async (name: string, error?: Error) => {
    const place = ends.findIndex((one) => one.name === name)
    ends.splice(place, 1)[0]?.end(error)
    await new Promise(setImmediate)
  }
  return { queue, started, add, end }
}

test('no more than the limit run at once, the others in the order in which they came', async () => {
  const { started, add, end } = slowQueue(2)
  add('a', 'b', 'c', 'd')
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

test('a key that waits is added once; one that runs can be added again, for what came while it ran', async () => {
  const { started, add, end } = slowQueue(1)
  add('a', 'b', 'b', 'a', 'a')
  for (const name of ['a', 'b', 'a']) await end(name)
  expect(started).toEqual(['a', 'b', 'a'])
})

test('a job that fails is logged and holds up no other', async () => {
  const { started, add, end } = slowQueue(1)
  const fault = new Error('the database is away')
  add('a', 'b')
  await end('a', fault)
  expect(log.error.mock.calls).toEqual([[{ err: fault, job: { name: 'a' } }, 'the job failed']])
  expect(started).toEqual(['a', 'b'])
})

test('closing waits for what runs and starts nothing more', async () => {
  const { queue, started, add, end } = slowQueue(1)
  add('a', 'b')
  const closed = vi.fn()
  const closing = queue.close().then(closed)
  await new Promise(setImmediate)
  expect(closed).not.toHaveBeenCalled()
  await end('a')
  await closing
  add('c')
  expect(started).toEqual(['a'])
})
