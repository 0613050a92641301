import { EXCLUSION_SENTENCES, NOT_EDITABLE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { Sentence } from '#contract/sentence.ts'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import {
  type EligibilityFacts,
  type Exclusion,
  exclusionOf,
  explainedType,
  type OperationKind,
  type SimAction,
  TRIGGER_OF,
} from '#domain/eligibility.ts'
import { allowedTriggers, type Trigger, targetStatus } from '#domain/sim-lifecycle.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { AppError, invalidField } from '../app-error.ts'
import type { Ctx } from '../context.ts'

/** The sentence for what the rule forbids: the specification's own for types that are not editable. */
export function exclusionSentence(action: SimAction, sim: EligibilityFacts, code: Exclusion): Sentence {
  const reason = code === 'type_not_editable' ? explainedType(action, sim) : undefined
  return reason ? NOT_EDITABLE_SENTENCES[reason] : EXCLUSION_SENTENCES[code]
}

/** Throws unless this person can have it done to the SIM, by the rule that the page hides by. */
export function requireAllowed({ actor }: Pick<Ctx, 'actor'>, sim: EligibilityFacts, action: SimAction): void {
  const code = exclusionOf(action, sim, actor)
  if (code) throw simRefusal(action, sim, code)
}

/** The refusal of an action on a SIM as a failure of the call; one for its status names that. */
export function simRefusal(action: SimAction, sim: EligibilityFacts, code: Exclusion): AppError {
  const sentence = exclusionSentence(action, sim, code)
  if (code === 'same_plan' || code === 'plan_not_fitting' || code === 'plan_not_offered' || code === 'plan_bound')
    return invalidField('planCode', sentence)
  if (code !== 'wrong_status' && code !== 'already_in_target' && code !== 'duplicate') return new AppError(code, { sentence })
  const trigger = action in TRIGGER_OF ? TRIGGER_OF[action as OperationKind] : undefined
  const name = administrativeStatusName(sim.administrativeStatus)
  const [es, en] = name ? [STATUS_WORDS.es[name], STATUS_WORDS.en[name]] : ['', '']
  return transitionRefusal(sim.administrativeStatus, trigger, { es: `${sentence.es} (${es})`, en: `${sentence.en} (${en})` })
}

/** The failure of a call that a SIM's status does not allow: from where to where, and what the status allows. */
export function transitionRefusal(status: number, trigger: Trigger | undefined, sentence: Sentence): AppError {
  const text = (value: string): Sentence => ({ es: value, en: value })
  return new AppError('transition_not_allowed', {
    sentence,
    fields: {
      from: text(String(status)),
      to: text(String((trigger && targetStatus(trigger)) ?? '')),
      allowed: text(allowedTriggers(status).join(', ')),
    },
  })
}
