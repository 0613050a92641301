import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 ranges that are not public: https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** The IPv6 range that is routed on the internet … */
const GLOBAL_IPV6 = ['2000::/3']
/**
 * … except ranges that embed IPv4 or are for documentation: https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const isV4 = isIP(address) === 4
    list.addSubnet(address, bits === undefined ? (isV4 ? 32 : 128) : Number(bits), isV4 ? 'ipv4' : 'ipv6')
  }
  return list
}

const specialRanges = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const globalRanges = listOf(GLOBAL_IPV6)

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !specialRanges.check(address, 'ipv4')
    : globalRanges.check(address, 'ipv6') && !specialRanges.check(address, 'ipv6')

/** The host has only addresses that the portal may not be made to call: it is no way into private networks. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress'
}

/**
 * Resolves a URL to the permitted addresses of its host.
 * @throws BlockedAddress when it has none
 */
export type ResolveAddresses = (url: URL) => Promise<LookupAddress[]>

/**
 * Creates the resolver for addresses that users or agents give: those of webhooks, chats, CAMARA's sinks, and descriptions of OAuth
 * clients. Permitted are public addresses over https, and the configured networks over any protocol.
 */
export function createAddressResolver(networks: readonly string[] = []): ResolveAddresses {
  const allowedRanges = listOf(networks)
  const isAllowed = (address: string): boolean => allowedRanges.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return async ({ hostname, protocol }) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const version = isIP(host)
    const resolved = version === 0 ? await lookup(host, { all: true }) : [{ address: host, family: version }]
    const permitted = resolved.filter(({ address }) => isAllowed(address) || (protocol === 'https:' && isPublic(address)))
    if (permitted.length === 0) throw new BlockedAddress(resolved[0]?.address)
    return permitted
  }
}

/** Has a connection use the addresses that were checked, so that a DNS name that changes a moment later gains nothing. */
export const lookupOf =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else if (first) done(null, first.address, first.family)
  }
