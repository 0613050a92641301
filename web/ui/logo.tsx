/** The product's logo: two links. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" strokeWidth="2.6" aria-hidden="true">
      <rect x="9.7" y="6.8" width="12.5" height="10.4" rx="5.2" stroke="var(--primary)" />
      <rect
        x="1.8"
        y="6.8"
        width="12.5"
        height="10.4"
        rx="5.2"
        stroke="var(--surface-1)"
        strokeWidth="5"
        strokeDasharray="0 2.6 9 100"
      />
      <rect x="1.8" y="6.8" width="12.5" height="10.4" rx="5.2" stroke="var(--text-1)" />
      <path d="M14.9 17.2h-.3a5.2 5.2 0 0 1-4.6-3.2" stroke="var(--surface-1)" strokeWidth="5" />
      <path d="M16 17.2h-1.1a5.2 5.2 0 0 1-4.9-3.4" stroke="var(--primary)" />
    </svg>
  )
}
