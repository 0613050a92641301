/** What each job is told. */
export interface JobData {
  /** Work on an operation until nothing of it is due, or its turn is over. */
  readonly 'run-operation': {
    readonly companyId: number
    readonly operationId: number
    /** only the lines of this network; null: look which networks it has, and wake one job up for each */
    readonly network: string | null
  }
}
export type JobName = keyof JobData

interface JobRules {
  /**
   * 'short': at most one of a key waits, however often it is sent; several may run at the same time.
   * A job carries no state of its own. It wakes somebody up, and the rows say what is to do.
   */
  readonly policy: 'short'
  /** how many of them one process runs at the same time */
  readonly concurrency: number
  /** a worker that says nothing for so long counts as dead, and the job goes to another */
  readonly expireInSeconds: number
  readonly retryLimit: number
  readonly keyOf: (data: JobData[JobName]) => string
}

/** Every job, with how it is queued and repeated. */
export const JOBS: { readonly [N in JobName]: JobRules } = {
  'run-operation': {
    policy: 'short',
    concurrency: 4,
    expireInSeconds: 300,
    retryLimit: 3,
    keyOf: ({ companyId, operationId, network }) => `${companyId}:${operationId}:${network ?? '*'}`,
  },
}
