// Taken: see detail/TAKEN.txt; the detail's builder replaces this file.
export function SimPanel({ icc }: { icc: string; [key: string]: unknown }) {
  return <aside className="panel">{icc}</aside>
}
