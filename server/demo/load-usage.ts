import { setImmediate as others } from 'node:timers/promises'
import type { Pool } from 'pg'
import { encodeLine } from '#contract/list-codec.ts'
import { DAY_MS } from '#domain/time.ts'
import { type CopyTarget, copyInto } from '#server/db/copy-into.ts'
import { usagePartition } from '#server/records/usage-partitions.ts'
import { EVENT_COLUMNS, eventLines, statusStory } from './events.ts'
import { LIVE_COLUMNS, liveLine, liveOf, SESSION_COLUMNS, sessionLines } from './live.ts'
import { isComparedDay } from './load-anomalies.ts'
import type { DemoSim } from './make-sims.ts'
import { type Calendar, sumsOf, type Usage, usageOf } from './usage.ts'

/** Text that is gathered before it goes to the database. */
const CHUNK_CHARACTERS = 1 << 17

/** Gathers lines and hands them on in larger pieces. */
class Lines {
  #text = ''
  readonly #target: CopyTarget

  constructor(target: CopyTarget) {
    this.#target = target
  }

  add(line: string): void {
    this.#text += `${line}\n`
  }

  get isFull(): boolean {
    return this.#text.length >= CHUNK_CHARACTERS
  }

  async flush(): Promise<void> {
    const text = this.#text
    this.#text = ''
    if (text !== '') await this.#target.write(text)
  }

  async end(): Promise<void> {
    await this.flush()
    await this.#target.end()
  }

  abort(): Promise<void> {
    return this.#target.abort()
  }
}

interface PresentOptions {
  readonly seed: number
  readonly now: Date
  readonly calendars: ReadonlyMap<number, Calendar>
  readonly onSims: (sims: number) => void
  readonly cut: AbortSignal
}

/** Where the present of each SIM waits until it is written over the empty one that the import made. */
export const WAITING_LIVE = 'demo_live'
export const WAITING_STATUS = 'demo_status'

interface Targets {
  readonly live: Lines
  readonly stories: Lines
  readonly sessions: Lines
  readonly events: Lines
  /** usage, by the partition of its month */
  readonly months: ReadonlyMap<string, Lines>
}

const allOf = ({ live, stories, sessions, events, months }: Targets): Lines[] => [
  live,
  stories,
  sessions,
  events,
  ...months.values(),
]

/** Writes usage by day, data sessions and timelines, and lays the live rows and status stories out for what follows. */
export async function loadPresent(pool: Pool, sims: readonly DemoSim[], options: PresentOptions): Promise<void> {
  const targets = await openTargets(pool, options.calendars)
  try {
    await writeLines(sims, targets, options)
    for (const lines of allOf(targets)) await lines.end()
  } catch (error) {
    for (const lines of allOf(targets)) await lines.abort()
    throw error
  }
}

async function openTargets(pool: Pool, calendars: PresentOptions['calendars']): Promise<Targets> {
  const open = async (target: string): Promise<Lines> => new Lines(await copyInto(pool, target))
  const months = new Map<string, Lines>()
  for (const day of new Set([...calendars.values()].flatMap(({ days }) => days))) {
    const name = usagePartition(day)
    if (!months.has(name))
      months.set(name, await open(`${name} (company_id, iccid, day, data_bytes, voice_seconds, sms, hour_data_bytes)`))
  }
  return {
    live: await open(`${WAITING_LIVE} (${LIVE_COLUMNS})`),
    stories: await open(WAITING_STATUS),
    sessions: await open(`data_sessions (${SESSION_COLUMNS})`),
    events: await open(`sim_events (${EVENT_COLUMNS})`),
    months,
  }
}

async function writeLines(
  sims: readonly DemoSim[],
  targets: Targets,
  { seed, now, calendars, onSims, cut }: PresentOptions,
): Promise<void> {
  const all = allOf(targets)
  for (const [position, sim] of sims.entries()) {
    const calendar = calendars.get(sim.companyId)
    if (!calendar) throw new Error(`no calendar for company ${sim.companyId}`)
    addPresent(sim, targets, { seed, now: now.getTime(), calendar })
    for (const lines of all) if (lines.isFull) await lines.flush()
    // the import goes on beside this: its answers must be read
    if (position % 50 === 0) await others()
    cut.throwIfAborted()
    if (position % 5_000 === 0) onSims(position)
  }
}

function addPresent(
  sim: DemoSim,
  { live, stories, sessions, events, months }: Targets,
  { seed, now, calendar }: { seed: number; now: number; calendar: Calendar },
): void {
  const usage = usageOf(sim, calendar, seed)
  const sums = sumsOf(usage, calendar)
  const present = liveOf(sim, sums, now, seed)
  live.add(liveLine(sim, present, sums, calendar, now))
  stories.add(storyLine(sim, now))
  for (const line of sessionLines(sim, present)) sessions.add(line)
  for (const line of eventLines(sim, present, sums, now, seed)) events.add(line)
  addUsage(sim, usage, calendar, months)
}

function addUsage(
  { companyId, iccid }: DemoSim,
  { bytes, voiceSeconds, sms }: Usage,
  { days, todayShare }: Calendar,
  months: ReadonlyMap<string, Lines>,
): void {
  for (const [index, day] of days.entries()) {
    const daysAgo = days.length - 1 - index
    if (bytes[index] === 0 && sms[index] === 0 && voiceSeconds[index] === 0) continue
    months
      .get(usagePartition(day))
      ?.add(
        `${companyId}\t${iccid}\t${day}\t${bytes[index]}\t${voiceSeconds[index]}\t${sms[index]}\t${hasHours(companyId, daysAgo) ? hoursText(bytes[index] ?? 0, daysAgo, todayShare) : '\\N'}`,
      )
  }
}

/** The last days have hours: today as far as it is over, and those before it. */
const HOURLY_DAYS = 3
/** How busy devices are from midnight on: at work by day, a heartbeat by night. */
const BUSY = [1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 7, 7, 8, 9, 9, 8, 7, 5, 4, 3, 2, 1, 1]

const hasHours = (companyId: number, daysAgo: number): boolean => daysAgo < HOURLY_DAYS || isComparedDay(companyId, daysAgo)

/** A day's bytes by hour as an array of the database. */
function hoursText(bytes: number, daysAgo: number, todayShare: number): string {
  const until = daysAgo > 0 ? BUSY.length : Math.max(1, Math.ceil(todayShare * BUSY.length))
  const whole = BUSY.slice(0, until).reduce((sum, weight) => sum + weight, 0)
  let rest = bytes
  const hours = BUSY.map((weight, hour) => {
    const own = hour >= until ? 0 : hour === until - 1 ? rest : Math.floor((bytes * weight) / whole)
    rest -= own
    return own
  })
  return `{${hours.join(',')}}`
}

function storyLine(sim: DemoSim, now: number): string {
  const { reason, actor, previous, target } = statusStory(sim)
  const since = new Date(Math.floor((now - sim.statusDaysAgo * DAY_MS) / 1000) * 1000).toISOString()
  const isNew = sim.activatedDaysAgo === undefined
  return encodeLine([sim.companyId, sim.iccid, since, reason, isNew ? '' : actor, isNew ? null : previous, target])
}
