-- Numbers of rules, of what they wait to judge and of what they did, unique among all cells.
CREATE SEQUENCE rules_rule_id_seq;
CREATE SEQUENCE rule_facts_fact_id_seq;
CREATE SEQUENCE rule_firings_firing_id_seq;
