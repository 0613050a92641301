/**
 * Steps on one connection: while the database works on one, the next is put together. No more than two are under way, since a
 * step sends its statement as soon as it is called.
 * @param last puts together what comes after them, while the last one works
 */
export async function overlapped<Next>(steps: readonly (() => Promise<void>)[], last: () => Next): Promise<Next> {
  let running: Promise<void> | undefined
  for (const step of steps) {
    const next = step()
    // after a failure the transaction is lost: the one behind fails for that reason alone, and is over before anything else is sent
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
