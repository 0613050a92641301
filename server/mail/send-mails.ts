import { sql } from 'kysely'
import type { Logger } from 'pino'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { startTriggeredPoller } from '../jobs/poller.ts'
import { type SecretBox, SecretUnreadable } from '../secrets/secret-box.ts'
import { withSecret } from './mail-secret.ts'
import { type MailResult, type MailServer, openMailServer } from './mail-server.ts'

type MailServices = Pick<Services, 'config' | 'db' | 'clock' | 'secrets' | 'notifications'>

/** Mails that a process claims and sends at once. */
const BATCH = 20
const POLL_EVERY_MS = 5_000
/** Pause between attempts: doubled each time, up to an hour; after a day the mail has failed. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS, GIVE_UP_MS] = [30_000, HOUR_MS, DAY_MS] as const
/** A mail claimed this long ago belongs to a dead process; it may have been sent. */
const ABANDONED_MS = 300_000

interface DueMail {
  readonly mailId: number
  readonly address: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly sealedSecret: string | null
  readonly attempts: number
  readonly createdAt: Date
}

/** Sends mails until the returned function is called. Without a mail server there is nothing to send. */
export async function startMailWorker(services: MailServices, log: Pick<Logger, 'error'>): Promise<() => Promise<void>> {
  const { config, db, clock, secrets, notifications } = services
  if (!config.SMTP_URL) return async () => undefined
  const server = openMailServer({ url: config.SMTP_URL, from: config.MAIL_FROM })
  const options = { everyMs: POLL_EVERY_MS, isFirstAtOnce: true, log, failure: 'mails could not be sent' }
  const poller = startTriggeredPoller(() => sendDueMails({ db, clock, server, secrets }), options)
  const stop = await notifications.listen('mailDue', poller.trigger)
  return async () => {
    stop()
    await poller.end()
    server.close()
  }
}

interface Sender extends Pick<Services, 'db' | 'clock' | 'secrets'> {
  readonly server: MailServer
}

/** Sends due mails. Each mail is claimed before it is sent, so that only one process sends it. */
export async function sendDueMails({ db, clock, server, secrets }: Sender): Promise<void> {
  await failAbandoned(db, clock())
  for (;;) {
    const mails = await claimDue(db, clock())
    await Promise.all(
      mails.map(async (mail) => {
        await recordResult(db, mail, await deliver(server, mail, secrets), clock())
      }),
    )
    if (mails.length < BATCH) return
  }
}

async function deliver(server: MailServer, mail: DueMail, box: SecretBox): Promise<MailResult> {
  try {
    const { address, subject, text, html, createdAt } = withSecret(mail, box)
    return await server.send({ address, subject, text, html, messageId: messageIdOf(mail), at: createdAt })
  } catch (error) {
    // sealed with a key that is gone: no later attempt can read it
    if (error instanceof SecretUnreadable) return { kind: 'refused', text: error.message, isFinal: true }
    throw error
  }
}

const messageIdOf = ({ mailId, createdAt }: DueMail): string => `<${mailId}.${createdAt.getTime().toString(36)}@enlace>`

async function claimDue(db: Database, now: Date): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    UPDATE mails SET state = 'sending', attempts = attempts + 1, due_at = ${now}
    WHERE mail_id = ANY(ARRAY(
      SELECT mail_id FROM mails WHERE state = 'queued' AND due_at <= ${now} ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ))
    RETURNING mail_id AS "mailId", address, subject, text, html, sealed_secret AS "sealedSecret", attempts,
      created_at AS "createdAt"`.execute(db)
  return rows
}

async function recordResult(
  db: Database,
  { mailId, attempts, createdAt }: DueMail,
  result: MailResult,
  now: Date,
): Promise<void> {
  const isOver = result.kind !== 'refused' || result.isFinal || now.getTime() - createdAt.getTime() > GIVE_UP_MS
  const state = result.kind === 'refused' ? (isOver ? 'failed' : 'queued') : result.kind
  const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)
  await db
    .updateTable('mails')
    .set({
      state,
      problem: result.kind === 'sent' ? '' : result.text.slice(0, 500),
      due_at: isOver ? now : new Date(now.getTime() + pause),
      settled_at: isOver ? now : null,
      ...(result.kind === 'sent' ? { sealed_secret: null } : {}),
    })
    .where('mail_id', '=', mailId)
    .execute()
}

/** Marks mails of dead processes as unknown: they may have been delivered, so nothing sends them again. */
async function failAbandoned(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'unknown', problem: 'the process that sent it ended', settled_at: now })
    .where('state', '=', 'sending')
    .where('due_at', '<', new Date(now.getTime() - ABANDONED_MS))
    .execute()
}
