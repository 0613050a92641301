/** The permits a user can hold; each guards a group of screens and the calls behind them (specification section 6). */
export const PERMITS = ['sims', 'requests', 'hys', 'alarmas', 'sms_report', 'plans', 'users', 'companies'] as const
export type Permit = (typeof PERMITS)[number]
