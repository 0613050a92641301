-- Lines of a kind and plan, the dearest first. Keeping it takes 7 s of a cycle of a million SIMs; without it a page took 250 ms.
CREATE INDEX charge_lines_amount ON charge_lines (company_id, document_id, plan_code, kind, (-amount_minor), iccid, line_no);
