// For other programs what server/start/keep-thread-pool-awake.ts is for the server, which says why: npm stood still for ever without it.
const { stat } = require('node:fs')

setInterval(() => stat('.', () => undefined), 1000).unref()
