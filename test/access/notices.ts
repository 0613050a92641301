import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { type Arguments, nothing, type RuleArea } from './rule.ts'

const popup = {
  slot: 2,
  titleEs: 'Aviso',
  titleEn: 'News',
  contentEs: 'Hola',
  contentEn: 'Hello',
  startsAt: '2020-01-01T00:00:00Z',
  endsAt: null,
  everyone: true,
  companies: [],
}
const onPopup =
  (more: Arguments = {}) =>
  () => ({ params: { name: 'andes-news' }, ...more })

const MAIL_ID = 4711

async function createPopup({ db }: Portal): Promise<void> {
  const words = { title_es: 'Aviso', title_en: 'News', content_es: 'Andes', content_en: 'Andes' }
  await db
    .insertInto('popups')
    .values({ name: 'andes-news', slot: 1, for_everyone: false, starts_at: new Date('2020-01-01'), ...words })
    .execute()
  await db.insertInto('popup_targets').values({ popup_name: 'andes-news', company_id: COMPANIES.andes }).execute()
}

async function createMail({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO mails (mail_id, kind, language, address, subject, text, html, state, created_at, due_at)
    VALUES (${MAIL_ID}, 'test', 'es', 'ops@enlace.test', 'Aviso', 'Aviso', '<p>Aviso</p>', 'kept', ${clock.now}, ${clock.now})`.execute(
    db,
  )
}

/** Messages of the operator to all users: popups and mails. */
export const NOTICES: RuleArea = {
  prepare: async (portal) => {
    await createPopup(portal)
    await createMail(portal)
  },
  rules: {
    'GET /popups/{name}': { rightly: () => ({ params: { name: 'andes-news' } }), elsewhere: 'not_found' },
    'POST /popups/{name}/seen': { rightly: () => ({ params: { name: 'andes-news' } }), elsewhere: 'not_found' },
    'GET /popups': { rightly: nothing, elsewhere: 'not_found' },
    'GET /popups/{name}/detail': { rightly: onPopup(), elsewhere: 'not_found' },
    'POST /popups': { rightly: () => ({ body: popup }), elsewhere: 'not_found' },
    'PUT /popups/{name}': { rightly: onPopup({ body: popup }), elsewhere: 'not_found' },
    'POST /popups/{name}/end': { rightly: onPopup(), elsewhere: 'not_found' },
    'GET /mails': { rightly: nothing, elsewhere: 'not_found' },
    'GET /mails/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'not_found' },
    'GET /mails/counts': { rightly: nothing, elsewhere: 'not_found' },
    'GET /mails/{mailId}': { rightly: () => ({ params: { mailId: String(MAIL_ID) } }), elsewhere: 'not_found' },
    'POST /mails/{mailId}/send': { rightly: () => ({ params: { mailId: String(MAIL_ID) } }), elsewhere: 'not_found' },
    'POST /mails/test': { rightly: () => ({ body: { address: 'ops@enlace.test' } }), elsewhere: 'not_found' },
  },
}
