/** What each job is told. */
export interface JobData {
  /** Work on an operation until nothing of it is due, or its turn is over. */
  readonly 'run-operation': {
    readonly companyId: number
    readonly operationId: number
    /** only the lines of this network; null: look which networks it has, and wake one job up for each */
    readonly network: string | null
  }
  /** Send the mails that are due. */
  readonly 'send-mails': Readonly<Record<string, never>>
  /** Answer those who asked for a link to restore their password. */
  readonly 'restore-passwords': Readonly<Record<string, never>>
  /** Issue the invoices of a company's cycles whose time has come. */
  readonly 'issue-cycles': { readonly companyId: number }
}
export type JobName = keyof JobData

interface JobRules<N extends JobName> {
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
  readonly keyOf: (data: JobData[N]) => string
}

/** Every job, with how it is queued and repeated. */
export const JOBS: { readonly [N in JobName]: JobRules<N> } = {
  'run-operation': {
    policy: 'short',
    concurrency: 4,
    expireInSeconds: 300,
    retryLimit: 3,
    keyOf: ({ companyId, operationId, network }) => `${companyId}:${operationId}:${network ?? '*'}`,
  },
  'send-mails': { policy: 'short', concurrency: 1, expireInSeconds: 300, retryLimit: 3, keyOf: () => 'all' },
  'restore-passwords': { policy: 'short', concurrency: 1, expireInSeconds: 300, retryLimit: 3, keyOf: () => 'all' },
  'issue-cycles': {
    policy: 'short',
    concurrency: 1,
    expireInSeconds: 1800,
    retryLimit: 3,
    keyOf: ({ companyId }) => String(companyId),
  },
}
