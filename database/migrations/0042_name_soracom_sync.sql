-- What polling Soracom has reported of each SIM is its synchronisation state; polls are due, not walks.
ALTER TABLE soracom_walks RENAME TO soracom_polls;
ALTER TABLE soracom_polls RENAME CONSTRAINT soracom_walks_pkey TO soracom_polls_pkey;
ALTER TABLE soracom_polls RENAME CONSTRAINT soracom_walks_network_id_fkey TO soracom_polls_network_id_fkey;
ALTER TABLE soracom_sims RENAME COLUMN memory TO sync_state;
UPDATE soracom_sims SET sync_state = (
  SELECT jsonb_object_agg(CASE key
    WHEN 'word' THEN 'vendorState' WHEN 'sight' THEN 'fingerprint' WHEN 'toldTo' THEN 'reportedUntil'
    WHEN 'spare' THEN 'unattributedBytes' WHEN 'askedAt' THEN 'usageReadAt' WHEN 'settledTo' THEN 'settledUntil'
    WHEN 'told' THEN 'reportedSteps' ELSE key END, value)
  FROM jsonb_each(sync_state)
) WHERE sync_state <> '{}';
