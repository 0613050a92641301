import i18next from 'i18next'
import { RULE_TRIGGER_WORDS } from '#contract/rules/rule-messages.ts'
import { RULE_TRIGGERS } from '#domain/rules.ts'
import { sentence } from '#web/lib/sentence.ts'
import { type ListFilter, optionsOf } from '#web/ui/list/list-filter.ts'

/** Filters a list by what rules wait for. */
export const triggerFilter = (): ListFilter => ({
  kind: 'choice',
  key: 'trigger',
  label: i18next.t('rules.trigger'),
  options: optionsOf(RULE_TRIGGERS, (kind) => sentence(RULE_TRIGGER_WORDS[kind])),
})
