import type { BillingBasis } from './billing-basis.ts'
import type { SimCycleUsage } from './overage.ts'

type Kind = BillingBasis['kind']

const KINDS: readonly (Kind | undefined)[] = [undefined, 'billable', 'hibernated']

/**
 * What each SIM of a fleet used in each of some cycles, and as what it was charged for it. In arrays of numbers, 17 bytes for a SIM and
 * cycle: a fleet may have a million SIMs.
 */
export class FleetUsage {
  readonly sims: number
  readonly cycles: number
  readonly #kinds: Uint8Array
  readonly #dataBytes: Float64Array
  readonly #sms: Int32Array
  readonly #voiceSeconds: Int32Array

  constructor(sims: number, cycles: number) {
    this.sims = sims
    this.cycles = cycles
    this.#kinds = new Uint8Array(sims * cycles)
    this.#dataBytes = new Float64Array(sims * cycles)
    this.#sms = new Int32Array(sims * cycles)
    this.#voiceSeconds = new Int32Array(sims * cycles)
  }

  set(sim: number, cycle: number, kind: Kind | undefined, { dataBytes, sms, voiceSeconds }: SimCycleUsage): void {
    const at = sim * this.cycles + cycle
    this.#kinds[at] = KINDS.indexOf(kind)
    this.#dataBytes[at] = dataBytes
    this.#sms[at] = sms
    this.#voiceSeconds[at] = voiceSeconds
  }

  /** undefined: nothing is charged */
  kindOf(sim: number, cycle: number): Kind | undefined {
    return KINDS[this.#kinds[sim * this.cycles + cycle] ?? 0]
  }

  isBillable(sim: number, cycle: number): boolean {
    return this.#kinds[sim * this.cycles + cycle] === 1
  }

  dataBytes(sim: number, cycle: number): number {
    return this.#dataBytes[sim * this.cycles + cycle] ?? 0
  }

  sms(sim: number, cycle: number): number {
    return this.#sms[sim * this.cycles + cycle] ?? 0
  }

  voiceSeconds(sim: number, cycle: number): number {
    return this.#voiceSeconds[sim * this.cycles + cycle] ?? 0
  }
}
