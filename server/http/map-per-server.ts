import type { Services } from '../context.ts'

/** Makes a map per process; keyed by the server's cells so that two servers in one test process don't share it. */
export function mapPerServer<Value>(): (services: Pick<Services, 'cells'>) => Map<string, Value> {
  const maps = new WeakMap<object, Map<string, Value>>()
  return ({ cells }) => {
    const map = maps.get(cells) ?? new Map<string, Value>()
    maps.set(cells, map)
    return map
  }
}
