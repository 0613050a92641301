/**
 * Runs steps on one connection in a pipeline: while the database executes one, the next is prepared. At most two are in
 * flight, because a step sends its statement when it is called.
 * @param last prepared while the last step is executed
 */
export async function runPipelined<Next>(steps: readonly (() => Promise<void>)[], last: () => Next): Promise<Next> {
  let running: Promise<void> | undefined
  for (const step of steps) {
    const next = step()
    // after a failure the transaction is aborted: the next step fails for that reason alone, and has to end before
    // anything else is sent
    const over = next.catch(() => undefined)
    try {
      await running
    } catch (error) {
      await over
      throw error
    }
    running = next
  }
  const next = last()
  await running
  return next
}
