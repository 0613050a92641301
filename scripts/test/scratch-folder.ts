import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Linux keeps what is written here in memory. */
const IN_MEMORY = '/dev/shm'
/** A whole run holds up to 1.5 GiB at a time: databases of test files, and the demo fleet of the browser tests. */
const ENOUGH_BYTES = 4 * 2 ** 30
/** With less available memory, what is written there would push programs out of it: two runs at a time took 23 GiB. */
const ENOUGH_MEMORY_BYTES = 8 * 2 ** 30

/**
 * Where tests put databases and files. Each of some 300 test databases is a thousand files made and removed: in memory that
 * takes a quarter of the system time it takes on a disk (158 tests: 12 s instead of 49).
 */
export function scratchFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const isEnough = bavail * bsize >= ENOUGH_BYTES && freemem() >= ENOUGH_MEMORY_BYTES
    return isEnough ? IN_MEMORY : tmpdir()
  } catch {
    // no such folder on this system, or not ours to write
    return tmpdir()
  }
}

/** Makes it the temporary folder of this process and of all that it starts. */
export function workInScratchFolder(): void {
  process.env.TMPDIR = scratchFolder()
}
