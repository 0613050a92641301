import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { setFilters } from '#domain/group-rules.ts'

/**
 * The list's filter as the rule of a group; undefined where it cannot be one: it has no filter besides that of companies, as a group is of one
 * company, or it names SIMs by their ICC or an operation.
 */
export function ruleOfFilter({
  companyIds: _,
  subsidiaries: _below,
  icc,
  operationId,
  ...filter
}: SimFilter): SimGroupRule | undefined {
  const rule = setFilters(filter)
  return icc || operationId || Object.keys(rule).length === 0 ? undefined : rule
}
