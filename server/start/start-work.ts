import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openCells } from '../cells/cells.ts'
import { startInEachCell } from '../cells/start-in-each-cell.ts'
import type { Services } from '../context.ts'
import { createBackgroundPool } from '../db/background-pool.ts'
import { startRestoreWorker } from '../features/account/restore-worker.ts'
import { startAlarmWorker } from '../features/alarms/alarm-worker.ts'
import { startAnomaliesWorker } from '../features/anomalies/anomalies-worker.ts'
import { startCamaraWorker } from '../features/camara/camara-worker.ts'
import { startBillingWorker } from '../features/charges/billing-worker.ts'
import { startGroupRulesWorker } from '../features/groups/group-rules-worker.ts'
import { startLockWorker } from '../features/locks/lock-worker.ts'
import { startOperationsWorker } from '../features/operations/operations-worker.ts'
import { confirmFromEvents } from '../features/operations/settle-lines.ts'
import { startRuleOperationsWorker } from '../features/operations/start-rule-operations.ts'
import { startAdviceWorker } from '../features/plans/advice-worker.ts'
import { startRuleEngineWorker } from '../features/rules/rule-engine-worker.ts'
import { takeSmsEvents } from '../features/sims/tools/sms-events.ts'
import { startSupportWorker } from '../features/support/support-worker.ts'
import { closeInOrder, type NamedClose } from '../jobs/close-in-order.ts'
import { startMailWorker } from '../mail/send-mails.ts'
import { startMaintenance } from '../maintenance/maintenance.ts'
import { expediteOrders, startOrdersWorker } from '../networks/orders/orders-worker.ts'
import { startNetworkWork } from '../networks/start-network-work.ts'
import { startWebhookWorker } from '../webhook-delivery/webhook-worker.ts'

/** Starts the background work of a process: operations, events of networks, maintenance. The returned function ends it. */
export async function startWork(
  { backgroundPool, ...rest }: Services & { backgroundPool: Pool },
  log: Logger,
): Promise<() => Promise<void>> {
  const { DATABASE_POOL: max } = rest.config
  const cells = await openCells(backgroundPool, (connectionString) => createBackgroundPool({ connectionString, max }))
  const services: Services = { ...rest, cells, pool: cells.home.pool, db: cells.home.db }
  const endCells = await startInEachCell(
    cells,
    (cell) => startCellWork({ ...services, pool: cell.pool, db: cell.db }, log),
    log,
  )
  const endRestores = await startRestoreWorker(services, log)
  const endNetworks = startNetworkWork({
    ...services,
    log,
    consumers: [takeSmsEvents],
    listeners: [
      ({ db, pool }, events) => confirmFromEvents({ ...services, db, pool }, events),
      ({ db }, events) => expediteOrders({ ...services, db }, events),
    ],
  })
  const steps: NamedClose[] = [
    ['events of networks', endNetworks],
    ['links for passwords', endRestores],
    ['work in cells', endCells],
    ['connections of background work', cells.close],
  ]
  return () => closeInOrder(steps, log)
}

/** The work on the rows of one cell; several processes may do it, each piece is done by one of them. */
async function startCellWork(services: Services, log: Logger): Promise<() => Promise<void>> {
  const endMaintenance = startMaintenance(services, log)
  const endOperations = await startOperationsWorker(services, log)
  const endMails = await startMailWorker(services, log)
  const endOrders = startOrdersWorker(services, log)
  const endAlarms = startAlarmWorker(services, log)
  const endGroupRules = startGroupRulesWorker(services, log)
  const endRuleEngine = startRuleEngineWorker(services, log)
  const endAnomalies = startAnomaliesWorker(services, log)
  const endRuleOperations = startRuleOperationsWorker(services, log)
  const endLocks = startLockWorker(services, log)
  const endBilling = startBillingWorker(services, log)
  const endAdvice = startAdviceWorker(services, log)
  const endSupport = startSupportWorker(services, log)
  const endCamara = startCamaraWorker(services, log)
  const endWebhooks = startWebhookWorker(services, log)
  const steps: NamedClose[] = [
    ['webhooks', endWebhooks],
    ['subscriptions of CAMARA', endCamara],
    ['support', endSupport],
    ['advice', endAdvice],
    ['billing', endBilling],
    ['locks', endLocks],
    ['groups by rule', endGroupRules],
    ['operations of rules', endRuleOperations],
    ['anomalies', endAnomalies],
    ['rules', endRuleEngine],
    ['alarms', endAlarms],
    ['orders', endOrders],
    ['mails', endMails],
    ['operations', endOperations],
    ['maintenance', endMaintenance],
  ]
  return () => closeInOrder(steps, log)
}
