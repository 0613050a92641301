INSERT INTO sim_texts (company_id, iccid, lineage, identifiers, labels)
SELECT s.company_id, s.iccid, o.lineage, concat_ws(E'\n', s.iccid, s.msisdn, s.imei, s.imsi), lower(s.custom_field_1 || E'\n' || s.custom_field_2)
FROM sims s JOIN companies o ON o.company_id = s.company_id;
