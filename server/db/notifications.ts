import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/** What processes notify one another of, each with its channel. A payload names a row; the row has the state. */
const CHANNELS = {
  /** an operation's counts or state changed: `company:operation` */
  operationChanged: 'enlace_operations',
  /** an operation has lines to work on: `company:operation` */
  operationDue: 'enlace_operation_due',
  mailDue: 'enlace_mail_due',
  passwordRestoreDue: 'enlace_password_restore_due',
} as const

type Topic = keyof typeof CHANNELS

const RECONNECT_MS = 1_000

/** Notifies every process that listens, when the transaction commits; the same payload twice in one transaction is sent once. */
export async function notify(trx: Database, topic: Topic, payload = ''): Promise<void> {
  await sql`SELECT pg_notify(${CHANNELS[topic]}, ${payload})`.execute(trx)
}

interface NotificationsOptions {
  readonly connectionString: string
  readonly log: Pick<Logger, 'warn'>
}

/**
 * A process's one connection that listens (LISTEN/NOTIFY), opened when something is first listened to and again whenever it is lost.
 * What is sent in between is missed: notifications make work begin sooner, and a poller finds what none came for.
 */
export class Notifications {
  readonly #options: NotificationsOptions
  readonly #handlers = new EventEmitter().setMaxListeners(0)
  #client: Promise<Client> | undefined
  #isClosed = false

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  /** Listens from the moment that the promise is fulfilled until the returned function is called. */
  async listen(topic: Topic, onPayload: (payload: string) => void): Promise<() => void> {
    const channel = CHANNELS[topic]
    this.#handlers.on(channel, onPayload)
    const stop = (): void => {
      this.#handlers.off(channel, onPayload)
    }
    try {
      this.#client ??= this.#connect()
      await (await this.#client).query(`LISTEN ${channel}`)
      return stop
    } catch (error) {
      stop()
      throw error
    }
  }

  async #connect(): Promise<Client> {
    const { connectionString } = this.#options
    const client = new Client({ connectionString, application_name: 'enlace-listen', keepAlive: true })
    client.on('notification', ({ channel, payload = '' }) => this.#handlers.emit(channel, payload))
    client.on('error', (error) =>
      this.#options.log.warn({ err: error }, 'the connection that listens was lost; it is opened again'),
    )
    try {
      await client.connect()
      for (const channel of this.#handlers.eventNames()) await client.query(`LISTEN ${String(channel)}`)
    } catch (error) {
      this.#client = undefined
      await client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => void this.#reconnect())
    return client
  }

  async #reconnect(): Promise<void> {
    this.#client = undefined
    while (!this.#isClosed && !this.#client && this.#handlers.eventNames().length > 0) {
      await sleep(RECONNECT_MS, undefined, { ref: false })
      if (this.#isClosed) return
      this.#client ??= this.#connect()
      await this.#client.catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#client?.catch(() => undefined))?.end()
  }
}
