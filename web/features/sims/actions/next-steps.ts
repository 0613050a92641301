import type { RecommendedAction } from '#domain/diagnosis.ts'
import type { ActionName } from './action-names.ts'

/** Steps that are actions of the page; the others are shown as text. */
const ACTIONS: Readonly<Partial<Record<RecommendedAction, ActionName>>> = {
  activate: 'activate',
  reactivate: 'reactivate',
  withdrawTermination: 'withdrawTermination',
  restoreData: 'restoreData',
  restart: 'restart',
  setApn: 'apn',
  raiseLimit: 'plan',
}

export function actionOfStep(step: RecommendedAction | undefined): ActionName | undefined {
  return step && ACTIONS[step]
}

/** Steps that recommend another test: here all three have run. */
export function isOtherTest(step: RecommendedAction): boolean {
  return step.startsWith('test')
}
