import { z } from 'zod'
import { defineCall } from '../call.ts'
import { iccField, timeField } from '../fields.ts'

/** Notes that one SIM can have: more are a log, which belongs elsewhere. */
export const SIM_NOTES_MAX = 100

/** Characters of a note. */
export const NOTE_MAX_LENGTH = 1000

const note = z.object({
  noteId: z.uuid(),
  at: timeField,
  /** e-mail address of who wrote it */
  author: z.string(),
  text: z.string(),
  /** whether the reader may delete it: who wrote it, or who manages the users of the company */
  canDelete: z.boolean(),
})

export const listSimNotes = defineCall({
  method: 'GET',
  path: '/sim/notes/{icc}',
  access: 'sims',
  summary: 'List the notes on a SIM, newest first',
  params: z.strictObject({ icc: iccField }),
  data: z.array(note),
})

export const addSimNote = defineCall({
  method: 'POST',
  path: '/sim/notes/{icc}',
  access: 'sims',
  summary: `Add a note to a SIM, for everyone who sees the SIM; up to ${SIM_NOTES_MAX}`,
  params: z.strictObject({ icc: iccField }),
  body: z.strictObject({ text: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(NOTE_MAX_LENGTH) }),
  data: note,
})

export const deleteSimNote = defineCall({
  method: 'DELETE',
  path: '/sim/notes/{icc}/{noteId}',
  access: 'sims',
  summary: 'Delete a note: its author, or who manages users',
  params: z.strictObject({ icc: iccField, noteId: z.uuid() }),
  data: z.null(),
})
