import { randomUUID } from 'node:crypto'
import type { CallData } from '#contract/call.ts'
import { type addSimNote, type listSimNotes, SIM_NOTES_MAX } from '#contract/sims/notes.calls.ts'
import { SIM_NOTE_SENTENCES } from '#contract/sims/sim-tool-messages.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'

type Note = CallData<typeof addSimNote>

type NoteRow = Omit<Note, 'at' | 'canDelete'> & { readonly at: Date }

const notesOf = (db: Database | DatabaseTransaction, { companyId, iccid }: FoundSim) =>
  db.selectFrom('sim_notes').where('company_id', '=', companyId).where('iccid', '=', iccid)

const mayDelete = ({ actor }: Ctx, author: string): boolean => author === actor.email || actor.permits.includes('users')

const noteFor = (ctx: Ctx, { at, ...row }: NoteRow): Note => ({
  ...row,
  at: at.toISOString(),
  canDelete: mayDelete(ctx, row.author),
})

/** The notes on a SIM, newest first. */
export async function notesOfSim(ctx: Ctx, icc: string): Promise<CallData<typeof listSimNotes>> {
  const rows = await notesOf(ctx.db, await requireSim(ctx, icc))
    .select(['note_id as noteId', 'at', 'author', 'text'])
    .orderBy('at', 'desc')
    .orderBy('note_id', 'desc')
    .limit(SIM_NOTES_MAX)
    .execute()
  return rows.map((row) => noteFor(ctx, row))
}

/** Adds a note. Throws conflict when the SIM has as many as it may have. */
export async function addNote(ctx: Ctx, icc: string, text: string): Promise<WithMessage<Note>> {
  const sim = await requireSim(ctx, icc)
  const { companyId: company_id, iccid } = sim
  const note = await inTransaction(ctx, async (trx) => {
    await requireRoom(trx, sim)
    const added = await trx
      .insertInto('sim_notes')
      .values({ company_id, iccid, note_id: randomUUID(), at: ctx.now, author: ctx.actor.email, text })
      .returning(['note_id as noteId', 'at', 'author', 'text'])
      .executeTakeFirstOrThrow()
    await audit(trx, ctx, { ...entryOf(sim), action: 'sim.noted', after: { text } })
    return added
  })
  return new WithMessage(noteFor(ctx, note), SIM_NOTE_SENTENCES.added)
}

const entryOf = ({ iccid, companyId }: FoundSim) => ({ entity: 'sim', entityId: iccid, companyId })

/** Locks the SIM, so that two notes at once count each other. */
async function requireRoom(trx: DatabaseTransaction, sim: FoundSim): Promise<void> {
  const locked = await trx
    .selectFrom('sims')
    .select('iccid')
    .where('company_id', '=', sim.companyId)
    .where('iccid', '=', sim.iccid)
    .forUpdate()
    .executeTakeFirst()
  // the SIM has moved to another company since the look-up
  if (!locked) throw new AppError('conflict')
  const { count } = await notesOf(trx, sim)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= SIM_NOTES_MAX) throw new AppError('conflict', { sentence: SIM_NOTE_SENTENCES.tooMany })
}

/** Deletes a note of a SIM: who wrote it, or who manages users. */
export async function deleteNote(ctx: Ctx, icc: string, noteId: string): Promise<WithMessage<null>> {
  const sim = await requireSim(ctx, icc)
  await inTransaction(ctx, async (trx) => {
    const note = await notesOf(trx, sim).select(['author', 'text']).where('note_id', '=', noteId).executeTakeFirst()
    if (!note) throw new AppError('not_found')
    if (!mayDelete(ctx, note.author)) throw new AppError('not_allowed')
    await trx
      .deleteFrom('sim_notes')
      .where('company_id', '=', sim.companyId)
      .where('iccid', '=', sim.iccid)
      .where('note_id', '=', noteId)
      .execute()
    await audit(trx, ctx, { ...entryOf(sim), action: 'sim.note_deleted', before: { author: note.author, text: note.text } })
  })
  return new WithMessage(null, SIM_NOTE_SENTENCES.deleted)
}
