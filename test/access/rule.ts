import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'

export interface Arguments {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

/** A valid input of a call, and the input with which a user of another company requests the same thing. */
export interface Rule {
  readonly rightly: (portal: Portal) => Arguments
  /** as the other company makes it, where what is right for one is wrong for the other */
  readonly theirs?: Arguments
  /**
   * What another company gets for the same arguments: 'not_found' as if it did not exist; 'own' its own rows and none of
   * Andes's; 'everyone' when the answer is the same for all who are logged in.
   */
  readonly elsewhere: 'not_found' | 'own' | 'everyone'
  /** part of the answer to the valid input, where a missing fixture is reported and nothing done */
  readonly status?: number
}

/** Rules for the calls of an area, by method and path, and what these calls need. */
export interface RuleArea {
  readonly prepare: (portal: Portal) => Promise<void>
  readonly rules: Readonly<Record<string, Rule>>
}

export const nothing = () => ({})

/** The n-th SIM of Andes in a status, so that each call that changes one has its own. */
export const andesSim = (portal: Portal, status: number, n: number): string =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status)[n]?.iccid ?? ''
