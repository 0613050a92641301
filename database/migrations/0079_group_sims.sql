-- in each cell
-- A group is a tag of which a SIM has one at most, in place 0. Its name is its path, such as North/Trucks; its key begins with a mark that no
-- tag's name contains, so that keys of groups and tags differ, and those inside a group follow each other: domain/groups.ts.
ALTER TABLE tags ADD COLUMN is_group boolean NOT NULL DEFAULT false;
ALTER TABLE tags ADD CONSTRAINT tags_group_key CHECK (is_group = starts_with(key, '|')) NOT VALID;
ALTER TABLE tags DROP CONSTRAINT tags_name_check;
ALTER TABLE tags ADD CONSTRAINT tags_name_check CHECK (
  length(name) BETWEEN 1 AND CASE WHEN is_group THEN 122 ELSE 40 END AND name = btrim(name) AND name !~ '[\x01-\x1f\x7f,;|]'
    AND (NOT is_group OR name ~ '^[^/]{1,40}(/[^/]{1,40}){0,2}$')
) NOT VALID;
-- lower case can be longer: three bytes for one of some letters
ALTER TABLE tags DROP CONSTRAINT tags_key_check;
ALTER TABLE tags ADD CONSTRAINT tags_key_check CHECK (length(key) BETWEEN 1 AND CASE WHEN is_group THEN 363 ELSE 120 END) NOT VALID;
ALTER TABLE sim_tags DROP CONSTRAINT sim_tags_place_check;
ALTER TABLE sim_tags ADD CONSTRAINT sim_tags_place_check CHECK (place BETWEEN 0 AND 50) NOT VALID;

ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (
  kind IN ('activate', 'hibernate', 'reactivate', 'restoreData', 'terminate', 'restart', 'sms', 'custom', 'assign', 'diagnose', 'plan',
    'tag', 'group')
) NOT VALID;
