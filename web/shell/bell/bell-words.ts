import {
  type Icon,
  IconBell,
  IconClipboardCheck,
  IconClipboardText,
  IconClipboardX,
  IconDeviceSim,
  IconGauge,
  IconMessageCircle,
  IconNetwork,
  IconNetworkOff,
  IconPackage,
  IconReceipt,
  IconRobot,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import i18next from 'i18next'
import type { BellLine } from '#contract/bell/bell.calls.ts'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { alarmName } from '#web/features/alarms/alarm-name.ts'
import { formatDuration } from '#web/lib/format-moments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, type Rights } from '#web/lib/session.ts'

type Tone = 'stop' | 'warning' | 'ready' | 'active' | 'ended'

interface LineStyle {
  readonly Icon: Icon
  readonly tone: Tone
}

/** What a program prepared, whatever it is. */
const DRAFT_STYLE: LineStyle = { Icon: IconClipboardText, tone: 'warning' }

/** The icon and tone of a line. */
export function bellStyle(line: BellLine): LineStyle {
  switch (line.kind) {
    case 'alarms':
      if (line.what === 'draft') return DRAFT_STYLE
      return { Icon: line.what === 'limit' ? IconBell : IconGauge, tone: line.what === 'limit' ? 'stop' : 'warning' }
    case 'rules':
      return line.what === 'draft' ? DRAFT_STYLE : { Icon: IconRobot, tone: 'warning' }
    case 'locks':
      return { Icon: IconDeviceSim, tone: 'stop' }
    case 'operations':
      if (line.what === 'draft') return DRAFT_STYLE
      return line.what === 'done'
        ? { Icon: IconClipboardCheck, tone: 'active' }
        : { Icon: IconClipboardX, tone: line.what === 'failed' ? 'stop' : 'warning' }
    case 'invoices':
      return { Icon: IconReceipt, tone: line.what === 'overdue' ? 'stop' : 'ended' }
    case 'incidents':
      return line.what === 'closed'
        ? { Icon: IconNetwork, tone: 'active' }
        : { Icon: IconNetworkOff, tone: line.wasDown ? 'stop' : 'warning' }
    case 'requests':
      return { Icon: IconPackage, tone: line.what === 'rejected' ? 'stop' : 'ready' }
    case 'conversations':
      return { Icon: IconMessageCircle, tone: 'ready' }
  }
}

/** Of triggers that are not about SIMs. */
const RULE_SUBJECTS: Readonly<Record<string, 'bell.ofPools' | 'bell.ofModels'>> = {
  pool: 'bell.ofPools',
  modelAnomaly: 'bell.ofModels',
}

/** What happened, in one sentence that begins with a name. */
export function bellSentence(line: BellLine): string {
  const { t } = i18next
  switch (line.kind) {
    case 'alarms': {
      const { what, sims, sim, alarmName: name, plan, planName, limitMb: limit } = line
      const alarm = alarmName({ name, plan, planName, limit })
      if (what === 'draft') return t('bell.alarm.draft', { agent: line.agent, alarm })
      return t(`bell.alarm.${what}`, { count: sims, who: sim || t('bell.ofMany', { count: sims }), alarm })
    }
    case 'rules': {
      if (line.what === 'draft') return t('bell.rule.draft', { agent: line.agent, rule: line.ruleName })
      if (line.trigger === 'companyCost') return line.ruleName
      const who = line.sim || t(RULE_SUBJECTS[line.trigger] ?? 'bell.ofMany', { count: line.sims })
      return t('bell.rule.fired', { count: line.sims, rule: line.ruleName, who })
    }
    case 'locks':
      return t(`bell.lock.${line.what}`, { count: line.sims, who: line.sim || t('bell.ofMany', { count: line.sims }) })
    case 'operations': {
      const { what, operation, sim, total, failed, agent } = line
      if (what === 'draft') return t('bell.operation.draft', { agent, action: sentence(ACTION_WORDS[operation]) })
      if (sim && what === 'failed') return t('bell.operation.failedOn', { sim, action: sentence(ACTION_WORDS[operation]) })
      return t(`bell.operation.${what}`, { name: t(`operations.name.${operation}`, { count: total }), count: failed })
    }
    case 'invoices':
      return t(`bell.invoice.${line.what}`, { count: line.count, number: line.documentNumber })
    case 'incidents':
      return t(`bell.incident.${line.what === 'closed' ? 'closed' : line.wasDown ? 'down' : 'unstable'}`, {
        network: line.networkName,
      })
    case 'requests': {
      const { what, requestId: id } = line
      if (what === 'submitted') return t('bell.request.new', { id })
      return t('bell.request.moved', { id, state: sentence(REQUEST_STATE_WORDS[what]).toLowerCase() })
    }
    case 'conversations':
      return t(`bell.conversation.${line.what}`, { person: line.person, text: line.text })
  }
}

/** What stands beside the age of a line: person, company, duration. */
export function bellDetails(line: BellLine): string[] {
  const hasEnded = line.kind === 'incidents' && line.what === 'closed'
  return [
    line.kind === 'requests' ? line.by : '',
    line.companyName,
    hasEnded ? i18next.t('bell.lasted', { time: formatDuration(line.minutes * MINUTE_MS) }) : '',
  ].filter((part) => part !== '')
}

/** The screen where one can act; undefined for the own chat, which opens on any screen. */
export function bellPlace(line: BellLine, rights: Rights) {
  switch (line.kind) {
    case 'alarms':
      if (line.what === 'draft') return linkOptions({ to: '/alarm', search: { draft: line.draftId ?? undefined } })
      return linkOptions({ to: '/alarm-notified', search: { alarm: line.alarmId, kind: line.what } })
    case 'rules':
      if (line.what === 'draft') return linkOptions({ to: '/rules', search: { draft: line.draftId ?? undefined } })
      return linkOptions({ to: '/rule-firings', search: { rule: line.ruleId } })
    case 'locks':
      return line.icc ? linkOptions({ to: '/sims/$icc', params: { icc: line.icc } }) : linkOptions({ to: '/sims' })
    case 'operations':
      return linkOptions({ to: '/operations/$operationId', params: { operationId: String(line.operationId) } })
    case 'invoices': {
      if (line.documentId !== null) return linkOptions({ to: '/report-charges', search: { document: line.documentId } })
      return linkOptions({ to: '/report-charges', search: line.what === 'overdue' ? { state: 'overdue' } : {} })
    }
    case 'incidents':
      return linkOptions({ to: '/networks' })
    case 'requests':
      return linkOptions({ to: '/requests/$requestId', params: { requestId: String(line.requestId) } })
    case 'conversations':
      return holds(rights, 'admin')
        ? linkOptions({ to: '/support', search: { conversation: line.conversationId } })
        : linkOptions({ to: '.', search: true, hash: 'support' })
  }
}
