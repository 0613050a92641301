-- A page of companies by name is walked to, not sorted for: of 10 000 active ones 1 ms instead of 139.
CREATE INDEX companies_by_name ON companies (plain_letters(business_name), company_id);
