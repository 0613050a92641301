-- The kept sums, as the portal keeps them.

INSERT INTO sim_tallies
  SELECT s.company_id, s.administrative_status, l.gprs_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id, count(*)
  FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1;

INSERT INTO fleet_tallies
  SELECT administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id, sum(sims)
  FROM sim_tallies GROUP BY 1, 2, 3, 4, 5, 6;

INSERT INTO plan_usage_tallies
  SELECT s.company_id, s.plan_code, l.cycle_start, sum(l.cycle_data_bytes)
  FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
  GROUP BY 1, 2, 3 ORDER BY 1;
