import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** IPv4 that is nobody's on the internet: https://www.iana.org/assignments/iana-ipv4-special-registry */
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
/** Of IPv6 only this is routed on the internet … */
const GLOBAL_IPV6 = ['2000::/3']
/** … without what carries IPv4 inside, or is for documents: https://www.iana.org/assignments/iana-ipv6-special-registry */
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

const special = listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const global = listOf(GLOBAL_IPV6)

const isPublic = (address: string): boolean =>
  isIP(address) === 4 ? !special.check(address, 'ipv4') : global.check(address, 'ipv6') && !special.check(address, 'ipv6')

/** An address that webhooks may not go to. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress'
}

/** The addresses of a host that may be connected to. Throws BlockedAddress when it has none of them. */
export type FindAddresses = (url: URL) => Promise<{ address: string; family: number }[]>

/**
 * Where webhooks may go: over https to public addresses, and in any way to the networks that the configuration names. What is judged
 * is what is then connected to, so that a name which points somewhere else a moment later gains nothing.
 */
export function addressFinder(networks: readonly string[] = []): FindAddresses {
  const own = listOf(networks)
  const isOwn = (address: string): boolean => own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return async ({ hostname, protocol }) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const version = isIP(host)
    const found = version === 0 ? await lookup(host, { all: true }) : [{ address: host, family: version }]
    const open = found.filter(({ address }) => isOwn(address) || (protocol === 'https:' && isPublic(address)))
    if (open.length === 0) throw new BlockedAddress(found[0]?.address)
    return open
  }
}
