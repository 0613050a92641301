import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { CallData } from '#contract/call.ts'
import type { uploadPicture } from '#contract/store/hardware.calls.ts'
import { PICTURE_SENTENCES, STORE_SENTENCES } from '#contract/store/store-messages.ts'
import { PICTURE_MAX_BYTES, pictureProblem, readPicture } from '#domain/picture-format.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'

/** The whole picture; reading stops soon after the size limit. */
async function bytesOf(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > PICTURE_MAX_BYTES) throw invalidField('picture', PICTURE_SENTENCES.tooLarge)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Stores a picture under its content's hash, so that equal ones are stored once. The content determines its type, not the sender.
 */
export async function storePicture(ctx: Ctx, given: Readable): Promise<CallData<typeof uploadPicture>> {
  const content = await bytesOf(given)
  const problem = pictureProblem(content)
  const facts = readPicture(content)
  if (problem || !facts) throw invalidField('picture', PICTURE_SENTENCES[problem ?? 'notAPicture'])
  const picture = createHash('sha256').update(content).digest('hex')
  const { mediaType, width, height } = facts
  await inTransaction(ctx, async (trx) => {
    const kept = await trx
      .insertInto('pictures')
      .values({ picture_id: picture, media_type: mediaType, width, height, content, created_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('picture_id')
      .executeTakeFirst()
    const after = { mediaType, width, height, bytes: content.length }
    if (kept) await audit(trx, ctx, { action: 'picture.kept', entity: 'picture', entityId: picture, after })
  })
  return { picture, width, height }
}

export async function pictureFile(ctx: Ctx, picture: string): Promise<FileDownload> {
  const row = await ctx.db
    .selectFrom('pictures')
    .select(['media_type', 'content'])
    .where('picture_id', '=', picture)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', { sentence: STORE_SENTENCES.unknownPicture })
  const fileName = `${picture.slice(0, 12)}.${row.media_type.replace('image/', '')}`
  return { contentType: row.media_type, fileName, content: Readable.from([row.content]) }
}
