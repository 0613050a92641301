import { type CompanyBody, changeCompany, getCompany } from '#contract/companies/companies.calls.ts'
import type { FleetUser } from './fleet.ts'
import type { Portal } from './portal.ts'

/** A company as its form reads it, with something changed. */
export async function editCompany(portal: Portal, person: FleetUser, companyId: number, more: Partial<CompanyBody>) {
  const {
    above: _,
    path: _path,
    state: _state,
    parentId: __,
    locked: ___,
    children: ____,
    users: _____,
    sims: ______,
    simsBelow: _______,
    ...body
  } = await portal.data(getCompany, person, { params: { id: companyId } })
  return portal.envelope(changeCompany, person, { body: { ...body, ...more } })
}
