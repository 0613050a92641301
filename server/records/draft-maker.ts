import type { Sentence } from '#contract/sentence.ts'
import type { Ctx } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/** What the audit log has of a draft beside what was made of it: the program that prepared it. */
export interface DraftOrigin {
  readonly draftId: number
  readonly draftedBy: string
  /** a person changed it first */
  readonly draftChanged?: true
}

/** What was made of a draft. */
export interface MadeOfDraft<Saved> {
  /** number of the rule or the alarm */
  readonly madeId: number
  /** the data of the call that makes one */
  readonly saved: Saved
  readonly message: Sentence
}

/**
 * Makes what a draft has the body of, by all the checks of the call that makes one, with the rights of who asks. A draft is judged by the
 * same, in a transaction that is undone.
 * @throws AppError what the call would be refused with
 */
export type DraftMaker<Saved> = (
  trx: DatabaseTransaction,
  ctx: Ctx,
  body: unknown,
  draft: DraftOrigin | undefined,
) => Promise<MadeOfDraft<Saved>>
