import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** JSON lines on the standard output, or lines for people when that is a terminal. */
export function createLogger(level: string): Logger {
  const redact = ['req.headers.cookie', 'req.headers.authorization', 'password', '*.password']
  // gathered for up to a second: a write of each line took a tenth of a page's time; what is gathered goes out at the end, too
  if (!process.stdout.isTTY)
    return pino({ level, redact }, pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 }))
  return pino({ level, redact }, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }))
}
