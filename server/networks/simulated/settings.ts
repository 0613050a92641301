import { z } from 'zod'

const share = z.number().min(0).max(1).default(0)
const span = (from: number, to: number) =>
  z
    .tuple([z.number().min(0), z.number().min(0)])
    .refine(([min, max]) => min <= max, { error: 'the first number must not be above the second' })
    .default([from, to])

/** An absent bound leaves the outage open at that end. */
const outage = z.object({ from: z.coerce.date().optional(), until: z.coerce.date().optional() })

/**
 * Fault injection of the embedded network. Shares are of all commands, from 0 to 1; the rest is answered normally. The
 * same plan and seed give the same command the same outcome.
 */
export const faultPlanSchema = z.object({
  seed: z.int().default(0),
  /** milliseconds from command to answer, minimum and maximum */
  latencyMs: span(20, 120),
  /** rejected as a network failure without effect */
  refuse: share,
  /** rejected as too many requests, without effect */
  throttle: share,
  /** the command is lost: no effect, no answer */
  lose: share,
  /** carried out, but the answer is lost */
  silence: share,
  /** carried out, but the connection breaks within the answer */
  halfAnswer: share,
  /** share of state changes that are accepted, completed later and confirmed by an event */
  accept: share,
  confirmAfterMs: span(500, 4_000),
  /** share of accepted changes that are refused later */
  refuseLater: share,
  /** share of events that are repeated */
  repeatEvents: share,
  /** delay of a repeated event, milliseconds, so that others overtake it */
  repeatAfterMs: span(0, 2_000),
  /** outages */
  outages: z.array(outage).default([]),
  /** commands to which the plan applies; all by default */
  only: z.array(z.string()).optional(),
})

export const simulatedSettingsSchema = z.object({
  /** whether repeated commands are recognised by their id */
  remembersRequests: z.boolean().default(true),
  faults: faultPlanSchema.prefault({}),
  life: z
    .object({
      /** whether devices act by themselves; otherwise the network only answers */
      isOn: z.boolean().default(false),
      /** device seconds per real second: faster than real time for demonstrations */
      pace: z.number().min(0).max(3_600).default(1),
      /** devices that start flooding, with device seconds after the network's start */
      floods: z.array(z.object({ iccid: z.string(), afterSeconds: z.number().positive() })).default([]),
    })
    .prefault({}),
})

export type FaultPlan = z.output<typeof faultPlanSchema>
export type SimulatedSettings = z.output<typeof simulatedSettingsSchema>
