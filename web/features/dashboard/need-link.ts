import { linkOptions } from '@tanstack/react-router'
import type { DashboardNeed } from '#contract/dashboard/dashboard.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { holds, type Rights } from '#web/lib/session.ts'
import { SILENT_SIMS, simsSearch } from '#web/lib/sims-address.ts'

const { active, deactivatedByAlarm } = ADMINISTRATIVE_STATUS

/** The screen that shows exactly what requires attention. */
export function needLink({ kind, id, companyId }: DashboardNeed, rights: Rights) {
  switch (kind) {
    case 'operatorDown':
    case 'operatorUnstable':
      return holds(rights, 'admin')
        ? linkOptions({ to: '/networks' })
        : linkOptions({ to: '/sims', search: simsSearch({ providerIds: [Number(id)] }) })
    case 'invoiceOverdue':
    case 'invoiceDue': {
      const state = kind === 'invoiceOverdue' ? 'overdue' : 'issued'
      return linkOptions({ to: '/report-charges', search: id ? { document: Number(id) } : { state } })
    }
    case 'poolOver':
      return id && holds(rights, 'sims') ? poolLink(id, companyId) : linkOptions({ to: '/plans', hash: 'pools' })
    case 'dataCut':
      return linkOptions({ to: '/sims', search: simsSearch({ administrativeStatusIds: [deactivatedByAlarm] }) })
    case 'simsAtLimit':
      return linkOptions({
        to: '/sims',
        search: { ...simsSearch({ administrativeStatusIds: [active], planUse: 'over100' }), sort: '-percent' },
      })
    case 'silent':
      return linkOptions({
        to: '/sims',
        search: simsSearch(SILENT_SIMS),
      })
    case 'anomalies':
      return linkOptions({ to: '/anomalies' })
    case 'operationFailed':
      return id
        ? linkOptions({ to: '/operations/$operationId', params: { operationId: id } })
        : linkOptions({ to: '/operations', search: { failed: 'true' } })
    case 'ruleAsks':
      return linkOptions({ to: '/rule-firings', search: { operation: 'asked', ...(id ? { rule: Number(id) } : {}) } })
    case 'supportWaiting':
      return linkOptions({ to: '/support', search: id ? { conversation: Number(id) } : {} })
    case 'requestSubmitted':
    case 'requestShipped': {
      const status = kind === 'requestSubmitted' ? 'submitted' : 'shipped'
      return id
        ? linkOptions({ to: '/requests/$requestId', params: { requestId: id } })
        : linkOptions({ to: '/requests', search: { status } })
    }
    case 'companyBlocked':
      return linkOptions({ to: '/companies', search: { state: 'blocked' } })
  }
}

/** The SIMs that share a pool, the greatest consumption first. */
export function poolLink(planCode: string, companyId: number) {
  const search = { ...simsSearch({ planCodes: [planCode], companyIds: [companyId] }), sort: '-consumptionMonthlyData' }
  return linkOptions({ to: '/sims', search })
}
