import { z } from 'zod'
import { addressRanges, isInRanges } from '#domain/ip-address.ts'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { AskPortal } from './ask.ts'
import { type CamaraFailure, failures } from './failure.ts'

/** E.164 with its sign, as all documents have it. */
export const phoneNumber = z.string().regex(/^\+[1-9][0-9]{4,14}$/)

const ipv4Address = z
  .object({
    publicAddress: z.ipv4(),
    privateAddress: z.ipv4().optional(),
    publicPort: z.number().int().min(0).max(65_535).optional(),
  })
  .refine(({ privateAddress, publicPort }) => privateAddress !== undefined || publicPort !== undefined)

/** How the documents name a device. `networkAccessIdentifier` is in their schemas for later, and of no use yet. */
export const device = z
  .looseObject({
    phoneNumber: phoneNumber.optional(),
    networkAccessIdentifier: z.string().optional(),
    ipv4Address: ipv4Address.optional(),
    ipv6Address: z.ipv6().optional(),
  })
  .refine((given) => Object.keys(given).length > 0)

type Device = z.output<typeof device>

/** The body of many operations. */
export const ofDevice = z.object({ device: device.optional() })

type Identifier = Pick<Device, 'phoneNumber' | 'ipv4Address' | 'ipv6Address'>

interface Subject {
  readonly icc: string
  /** for the answer: which of several identifiers was used */
  readonly used: { readonly device?: Identifier }
  /** by which it was found */
  readonly device: Identifier
}

/** Fewer digits than a number of a SIM has. */
const MSISDN_MIN = 7

/** The SIM of a number; of one that was issued again, the SIM that has it now. */
async function simOfNumber(ask: AskPortal, number: string): Promise<string | undefined> {
  const digits = number.slice(1)
  if (digits.length < MSISDN_MIN) return undefined
  const sims = (await ask.sims(digits)).filter(({ msisdn }) => msisdn === digits)
  const present = sims.find(({ simAdministrativeStatusId }) => !NUMBER_RELEASED_STATUSES.includes(simAdministrativeStatusId))
  return (present ?? sims[0])?.icc
}

/** The SIM whose open session has an address. Private networks may have the same one: it is none of several. */
async function simOfAddress(ask: AskPortal, address: string): Promise<string | undefined> {
  const [range, ...more] = addressRanges(address)
  // a text that ends in '::' means all addresses that begin so
  if (!range || more.length > 0 || range.from !== range.to) return undefined
  const [sim, ...others] = (await ask.sims(address)).filter(({ ip }) => ip !== null && isInRanges(ip, [range]))
  return others.length === 0 ? sim?.icc : undefined
}

/** Sessions have the address that the network gave: behind NAT that is the private one. */
const addressOf = ({ publicAddress, privateAddress }: z.output<typeof ipv4Address>): string => privateAddress ?? publicAddress

/** The look-ups of the identifiers that are given and can be used, the surest first. */
function lookUps(
  given: Device,
): { readonly used: Identifier; readonly find: (ask: AskPortal) => Promise<string | undefined> }[] {
  const { phoneNumber: number, ipv4Address: v4, ipv6Address: v6 } = given
  return [
    ...(number === undefined ? [] : [{ used: { phoneNumber: number }, find: (ask: AskPortal) => simOfNumber(ask, number) }]),
    ...(v4 === undefined ? [] : [{ used: { ipv4Address: v4 }, find: (ask: AskPortal) => simOfAddress(ask, addressOf(v4)) }]),
    ...(v6 === undefined ? [] : [{ used: { ipv6Address: v6 }, find: (ask: AskPortal) => simOfAddress(ask, v6) }]),
  ]
}

const IDENTIFIERS = ['phoneNumber', 'networkAccessIdentifier', 'ipv4Address', 'ipv6Address'] as const

/**
 * The SIM that a request is about: the token names none. One of another company is not found.
 * @param mismatch of documents whose answer can not say which identifier was used: all have to name one SIM
 * @throws CamaraFailure
 */
export async function requireSubject(
  ask: AskPortal,
  given: Device | undefined,
  mismatch?: () => CamaraFailure,
): Promise<Subject> {
  const named = IDENTIFIERS.filter((name) => given?.[name] !== undefined)
  if (given === undefined || named.length === 0) throw failures.missingIdentifier()
  const [first, ...others] = lookUps(given)
  if (!first) throw failures.unsupportedIdentifier()
  const icc = await first.find(ask)
  if (icc === undefined) throw failures.identifierNotFound()
  const found = { icc, device: first.used }
  if (mismatch === undefined) return { ...found, used: named.length > 1 ? { device: first.used } : {} }
  for (const { find } of others) if ((await find(ask)) !== icc) throw mismatch()
  return { ...found, used: {} }
}

/** The same by a number alone. @throws CamaraFailure */
export async function requireSimOfNumber(ask: AskPortal, number: string | undefined): Promise<string> {
  if (number === undefined) throw failures.missingIdentifier()
  const icc = await simOfNumber(ask, number)
  if (icc === undefined) throw failures.identifierNotFound()
  return icc
}
