import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { errorCode, StartFailure } from './start-failure.ts'

type Place = { host: string; port: number }

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program is using that port; choose another PORT',
  EADDRNOTAVAIL: 'this machine has no such address; choose another HOST',
  ENOTFOUND: 'there is no address of that name; choose another HOST',
  EAI_AGAIN: 'that name cannot be looked up; choose another HOST',
  EACCES: 'ports below 1024 need more rights; choose another PORT',
}

/** The reason why one cannot listen there as one sentence, or the error as it is. */
export function listenFailure(error: unknown, { host, port }: Place): unknown {
  const reason = reasons[errorCode(error)]
  return reason ? new StartFailure(`Cannot listen on ${host} port ${port}: ${reason}.`, { cause: error }) : error
}

/** Finds out early, before the database is made and filled, that the port is taken. */
export async function checkPlace(place: Place): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(place, resolve))
  } catch (error) {
    throw listenFailure(error, place)
  } finally {
    server.close()
  }
}

/** An address to open in a browser. */
export function browserAddress({ address, family, port }: AddressInfo, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  const isEverywhere = address === '0.0.0.0' || address === '::'
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
