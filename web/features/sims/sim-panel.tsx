export function SimPanel({ icc }: { icc: string; [key: string]: unknown }) {
  return <aside className="panel">{icc}</aside>
}
