import { type RawBuilder, sql } from 'kysely'
import { type DriftKind, PROBLEM_BESIDE_STATE } from '#domain/network-alignment.ts'

const { profile, device } = PROBLEM_BESIDE_STATE

/** Of sim_drifts d: the SIM differs in this. */
export function isOfKind(kind: DriftKind): RawBuilder<boolean> {
  if (kind === 'state') return sql<boolean>`d.problem NOT IN (${profile}, ${device})`
  return sql<boolean>`d.problem = ${PROBLEM_BESIDE_STATE[kind]}`
}
