import { GIANT } from './fleet-sims.ts'

/** Who measures: each kind of reader has another kind of query. */
export const ACTORS = {
  administrator: { email: 'administrator@bench.test', companyId: 1, isAdmin: true },
  giant: { email: 'giant@bench.test', companyId: GIANT, isAdmin: false },
  wideReseller: { email: 'wide-reseller@bench.test', companyId: 2, isAdmin: false },
  reseller: { email: 'reseller@bench.test', companyId: 5, isAdmin: false },
  middle: { email: 'middle@bench.test', companyId: 100, isAdmin: false },
  small: { email: 'small@bench.test', companyId: 1500, isAdmin: false },
  tiny: { email: 'tiny@bench.test', companyId: 1999, isAdmin: false },
} as const

export type ActorName = keyof typeof ACTORS
export const ACTOR_NAMES = Object.keys(ACTORS) as ActorName[]
export const BENCH_PASSWORD = 'Enlace2026'
