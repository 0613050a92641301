import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** JSON lines on the standard output, or lines for people when that is a terminal. */
export function createLogger(level: string): Logger {
  const redact = ['req.headers.cookie', 'req.headers.authorization', 'password', '*.password']
  if (!process.stdout.isTTY) return pino({ level, redact })
  return pino({ level, redact }, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }))
}
