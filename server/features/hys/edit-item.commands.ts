import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import type { editHys } from '#contract/hys/hys.calls.ts'
import { HYS_SENTENCES } from '#contract/hys/hys-messages.ts'
import { parseImei } from '#domain/identifiers.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { refuseTaken } from '#server/http/refuse-taken.ts'
import { audit, auditedChange } from '#server/records/audit.ts'

type ItemEdit = CallInput<typeof editHys>['body']
type Data = CallData<typeof editHys>
type Field = Data['changed'][number]
type Fields = Record<Field, string>

const FIELDS: readonly Field[] = ['imei', 'customField1', 'customField2']
const COLUMN_OF = { imei: 'imei', customField1: 'custom_field_1', customField2: 'custom_field_2' } as const

/** Two devices of a company with one IMEI: the unique index decides between concurrent changes. */
const refuseTakenImei = refuseTaken('imei', HYS_SENTENCES.imeiTaken)

/** Changes the editable fields of a device or service; an unchanged value leaves no trace. */
export async function editItem(ctx: Ctx, { hysId, ...edit }: ItemEdit): Promise<WithMessage<Data>> {
  const work = inTransaction(ctx, async (trx) => {
    const { companyId, kind, ...before } = await lockItem(trx, ctx, hysId)
    const after = withItemEdits(before, edit)
    const changed = FIELDS.filter((field) => before[field] !== after[field])
    if (changed.includes('imei') && kind === 'service') throw invalidField('imei', HYS_SENTENCES.noImei)
    if (changed.length > 0) await writeChange(trx, ctx, { companyId, hysId, before, after, changed })
    return { hysId, ...after, changed }
  })
  return new WithMessage(await work.catch(refuseTakenImei), HYS_SENTENCES.changed)
}

type Item = Fields & { readonly companyId: number; readonly kind: string }

/**
 * An item in the reader's scope, locked.
 * @throws AppError not_found, also for another tenant's
 */
async function lockItem(trx: DatabaseTransaction, { actor }: Ctx, hysId: number): Promise<Item> {
  const item = await trx
    .selectFrom('hardware_items')
    .select(['company_id as companyId', 'kind', 'imei', 'custom_field_1 as customField1', 'custom_field_2 as customField2'])
    .where('item_id', '=', hysId)
    .where(inScope(scopeOf(actor), sql`company_id`))
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new AppError('not_found', { sentence: HYS_SENTENCES.unknown })
  return item
}

function withItemEdits(before: Fields, { imei, customField1, customField2 }: Omit<ItemEdit, 'hysId'>): Fields {
  return {
    imei: imei === undefined ? before.imei : (parseImei(imei).value ?? ''),
    customField1: customField1 ?? before.customField1,
    customField2: customField2 ?? before.customField2,
  }
}

interface Change {
  readonly companyId: number
  readonly hysId: number
  readonly before: Fields
  readonly after: Fields
  readonly changed: readonly Field[]
}

async function writeChange(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { companyId, hysId, before, after, changed }: Change,
): Promise<void> {
  await trx
    .updateTable('hardware_items')
    .set({ ...Object.fromEntries(changed.map((field) => [COLUMN_OF[field], after[field]])), updated_at: ctx.now })
    .where('company_id', '=', companyId)
    .where('item_id', '=', hysId)
    .execute()
  const entry = { action: 'hardware.edited', entity: 'hardware_item', entityId: String(hysId), companyId }
  await audit(trx, ctx, { ...entry, ...auditedChange(before, after) })
}
