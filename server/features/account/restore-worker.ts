import type { Logger } from 'pino'
import { LINK_MINUTES } from '#domain/account.ts'
import { LANGUAGES } from '#domain/languages.ts'
import { withinCell } from '#server/cells/cell-context.ts'
import { inTransaction, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { startTriggeredPoller } from '#server/jobs/poller.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { audit } from '#server/records/audit.ts'
import { signInLink } from '#server/records/sign-in-link.ts'

type RestoreServices = Pick<Services, 'config' | 'cells' | 'db' | 'clock' | 'secrets'>

const POLL_INTERVAL_MS = 5_000

/** Answers requests to restore a password until the returned function is called, which waits for the running round. */
export async function startRestoreWorker(
  services: RestoreServices & Pick<Services, 'notifications'>,
  log: Pick<Logger, 'error'>,
): Promise<() => Promise<void>> {
  const failure = 'requests to restore a password could not be answered; it is tried again'
  const options = { everyMs: POLL_INTERVAL_MS, isFirstAtOnce: true, log, failure }
  const poller = startTriggeredPoller(() => sendRestoreLinks(services), options)
  const stop = await services.notifications.listen('passwordRestoreDue', poller.trigger)
  return async () => {
    stop()
    await poller.end()
  }
}

/** Mails a link to each requester who is a user; other requests leave only their row. */
export async function sendRestoreLinks(services: RestoreServices): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await inTransaction(services, (trx) => sendNextLink(trx, services))
}

/** @returns whether there was a request */
async function sendNextLink(trx: DatabaseTransaction, services: RestoreServices): Promise<boolean> {
  const now = services.clock()
  const asked = await trx
    .selectFrom('password_restores')
    .selectAll()
    .where('done_at', 'is', null)
    .orderBy('restore_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!asked) return false
  await trx.updateTable('password_restores').set({ done_at: now }).where('restore_id', '=', asked.restore_id).execute()
  const user = await trx
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id', 'u.company_id', 'u.email', 'c.cell_id'])
    .where('u.email', '=', asked.email)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (user) {
    const cell = await services.cells.of(user.cell_id)
    await withinCell(trx, cell, (inside) => mailLink(inside, services, { ...asked, ...user }))
  }
  return true
}

interface RestoreRequest {
  readonly user_id: number
  readonly company_id: number
  readonly email: string
  readonly language: string
  readonly address: string
  readonly request_id: string
}

async function mailLink(trx: DatabaseTransaction, services: RestoreServices, request: RestoreRequest): Promise<void> {
  const { clock, secrets } = services
  const { user_id, company_id, email, address } = request
  const now = clock()
  const { link, token } = await signInLink(trx, services, { userId: user_id, email, purpose: 'restore', now })
  const facts = { email, address, minutes: token === undefined ? null : LINK_MINUTES.restore, link }
  await enqueueMail(trx, services, {
    kind: 'restore',
    facts,
    language: LANGUAGES.find((language) => language === request.language) ?? LANGUAGES[0],
    addresses: [email],
    companyId: company_id,
    at: now,
    ...(token !== undefined && { secret: { text: token, box: secrets } }),
  })
  const who = {
    now,
    address,
    requestId: request.request_id,
    actor: { email: 'restore-password', companyId: company_id, userId: null },
  }
  await audit(trx, who, { action: 'password.restore_asked', entity: 'user', entityId: String(user_id) })
}
