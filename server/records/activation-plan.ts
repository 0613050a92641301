import { type RawBuilder, sql } from 'kysely'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'

/**
 * The plan that a SIM `s`, which was never active, gets when it is activated: of its group, else of the nearest one around it that has
 * one for SIMs of its origin and type. One row `a` with plan_code and group_path, none where it keeps its own: also while a minimum
 * stay lasts, and when the plan is no longer on offer or changes the profile at the network, which an activation does not.
 */
export const activationPlanOf = (now: Date): RawBuilder<unknown> => sql`LATERAL (
  SELECT p.plan_code, p.name AS plan_name, around.name AS group_path
  FROM sim_tags g
  JOIN tags own ON own.company_id = g.company_id AND own.tag_id = g.tag_id
  JOIN group_activation_plans given ON given.company_id = g.company_id
  JOIN tags around ON around.company_id = given.company_id AND around.tag_id = given.group_id
    AND (around.key = own.key OR starts_with(own.key, around.key || '|'))
  JOIN plans p ON p.plan_code = given.plan_code
    AND p.origin_id = s.origin_id AND p.sim_type_id = s.sim_type_id AND p.is_offered AND p.network_profile = ''
  JOIN companies c ON c.company_id = s.company_id
  WHERE g.company_id = s.company_id AND g.iccid = s.iccid AND g.place = 0
    AND s.administrative_status = ${ADMINISTRATIVE_STATUS.readyToUse}
    AND (s.plan_bound_until IS NULL OR s.plan_bound_until <= (${now}::timestamptz AT TIME ZONE c.time_zone)::date)
  ORDER BY length(around.key) DESC LIMIT 1
) a`
