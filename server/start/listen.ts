import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, isIPv6 } from 'node:net'
import { errorCode, StartFailure } from '../start-failure.ts'

type ListenAddress = { host: string; port: number }

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program is using that port; choose another PORT',
  EADDRNOTAVAIL: 'this machine has no such address; choose another HOST',
  ENOTFOUND: 'there is no address of that name; choose another HOST',
  EAI_AGAIN: 'that name cannot be looked up; choose another HOST',
  EACCES: 'ports below 1024 need more rights; choose another PORT',
}

/** The reason why the server cannot listen, in one sentence, or the error as it is. */
export function listenFailure(error: unknown, { host, port }: ListenAddress): unknown {
  const reason = reasons[errorCode(error)]
  return reason ? new StartFailure(`Cannot listen on ${host} port ${port}: ${reason}.`, { cause: error }) : error
}

const radiusReasons: Record<string, string> = { ENOTSUP: 'this system cannot share a port; unset RADIUS_REUSE_PORT' }

/** The same for RADIUS accounting, whose address has variables of its own. */
export function radiusFailure(error: unknown, { host, port }: ListenAddress): unknown {
  const reason = radiusReasons[errorCode(error)] ?? reasons[errorCode(error)]?.replace(/(PORT|HOST)$/, 'RADIUS_$1')
  if (reason === undefined) return error
  return new StartFailure(`Cannot take RADIUS accounting on ${host} port ${port}: ${reason}.`, { cause: error })
}

/** The same for metrics. */
export function metricsFailure(error: unknown, { host, port }: ListenAddress): unknown {
  const reason = reasons[errorCode(error)]?.replace(/(PORT|HOST)$/, 'METRICS_$1')
  if (reason === undefined) return error
  return new StartFailure(`Cannot serve figures on ${host} port ${port}: ${reason}.`, { cause: error })
}

/** Detects early that the port for accounting is taken. */
export async function checkRadiusPort(address: ListenAddress & { isShared: boolean }): Promise<void> {
  const socket = createSocket({ type: isIPv6(address.host) ? 'udp6' : 'udp4', reusePort: address.isShared })
  try {
    await new Promise<void>((resolve, reject) => socket.once('error', reject).bind(address.port, address.host, resolve))
  } catch (error) {
    throw radiusFailure(error, address)
  } finally {
    socket.close()
  }
}

/** Detects that the port is taken before the database is created and filled. */
export async function checkPort(address: ListenAddress): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
  } catch (error) {
    throw listenFailure(error, address)
  } finally {
    server.close()
  }
}

/** An address to open in a browser. */
export function browserAddress({ address, family, port }: AddressInfo, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  const isWildcard = address === '0.0.0.0' || address === '::'
  const host = isWildcard ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
