import { type RawBuilder, sql } from 'kysely'
import { plainText } from '#domain/plain-text.ts'
import { holdsText } from '../db/text-search.ts'

/** Whether an alarm `a` has a text in its name, its plan, its company or an address of its mails. */
export function alarmHoldsText(text: string): RawBuilder<boolean> {
  // addresses are written without accents
  return sql<boolean>`(${holdsText(sql`plain_letters(a.name)`, text)}
    OR a.plan_code IN (SELECT plan_code FROM plans WHERE ${holdsText(sql`plain_letters(name || ' ' || plan_code)`, text)})
    OR a.company_id IN (SELECT company_id FROM companies WHERE ${holdsText(sql`search_text`, text)})
    OR strpos(lower(array_to_string(a.emails, ' ')), ${plainText(text)}) > 0)`
}
