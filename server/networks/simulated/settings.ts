import { z } from 'zod'

const share = z.number().min(0).max(1).default(0)
const span = (from: number, to: number) =>
  z
    .tuple([z.number().min(0), z.number().min(0)])
    .refine(([least, most]) => least <= most, { error: 'the first number must not be above the second' })
    .default([from, to])

/** A time without end, or without beginning, is left out. */
const outage = z.object({ from: z.coerce.date().optional(), until: z.coerce.date().optional() })

/**
 * How the embedded network goes wrong. Shares are of all commands, from 0 to 1; what is left over is answered as it should be.
 * The same plan and seed give the same command the same fate.
 */
export const faultPlanSchema = z.object({
  seed: z.int().default(0),
  /** milliseconds from command to answer, least and most */
  latencyMs: span(20, 120),
  /** 'we failed, nothing happened' */
  refuse: share,
  /** 'too many requests', nothing happened */
  throttle: share,
  /** the command never arrives: no effect, no answer */
  lose: share,
  /** carried out, and the answer never comes */
  silence: share,
  /** carried out, and the connection breaks in the middle of the answer */
  halfAnswer: share,
  /** of the changes of state: taken on, carried out later and told by an event */
  accept: share,
  confirmAfterMs: span(500, 4_000),
  /** of what was taken on: not carried out after all */
  refuseLater: share,
  /** of events: told twice */
  repeatEvents: share,
  /** milliseconds by which a repeated event comes late, so that it is overtaken by others */
  repeatAfterMs: span(0, 2_000),
  /** times in which nothing answers */
  outages: z.array(outage).default([]),
  /** commands to which the plan applies; all when it is left out */
  only: z.array(z.string()).optional(),
})

export const simulatedSettingsSchema = z.object({
  /** whether a command that comes again under its id is recognised */
  remembersRequests: z.boolean().default(true),
  faults: faultPlanSchema.prefault({}),
  life: z
    .object({
      /** whether devices do things by themselves; without it the network only answers */
      isOn: z.boolean().default(false),
      /** seconds of the devices for one of ours: more makes a livelier show */
      pace: z.number().min(0).max(3_600).default(1),
      /** devices that lose their way and send all they can, each so many of the devices' seconds after the network's beginning */
      floods: z.array(z.object({ iccid: z.string(), afterSeconds: z.number().positive() })).default([]),
    })
    .prefault({}),
})

export type FaultPlan = z.output<typeof faultPlanSchema>
export type SimulatedSettings = z.output<typeof simulatedSettingsSchema>
