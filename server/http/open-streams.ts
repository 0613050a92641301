import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { tooManyStreams } from '#contract/messages.ts'
import { AppError } from '../app-error.ts'
import type { Actor, Services } from '../context.ts'
import { mapPerServer } from './map-per-server.ts'

/** Streams of one person or API key in a process. A tab has three at most and closes them while it is hidden. */
const STREAMS_MAX = 40
const RETRY_AFTER_S = 10

const openOf = mapPerServer<number>()

/**
 * Counts a stream of events until its response has ended: to the rate limit it is one request, and lasts for an hour.
 * @throws AppError too_many_requests
 */
export function countStream(services: Services, { apiKeyId, viewer, userId }: Actor, response: ServerResponse): void {
  const open = openOf(services)
  const client = apiKeyId === undefined ? `person:${viewer?.userId ?? userId}` : `api-key:${apiKeyId}`
  const count = open.get(client) ?? 0
  if (count >= STREAMS_MAX)
    throw new AppError('too_many_requests', { retryAfterS: RETRY_AFTER_S, sentence: tooManyStreams(STREAMS_MAX) })
  open.set(client, count + 1)
  // also called for a response that has ended already
  finished(response, () => {
    const left = (open.get(client) ?? 1) - 1
    if (left > 0) open.set(client, left)
    else open.delete(client)
  })
}
