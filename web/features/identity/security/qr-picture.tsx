import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './security.module.css'

/** Quiet zone in modules (ISO/IEC 18004 section 6.3.8 requires four). */
const QUIET_ZONE = 4

/** The dark modules as a path of unit squares, joined in rows. */
function qrPath(text: string): { size: number; path: string } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x++
      path += `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${x - from + 1}v1h-${x - from + 1}z`
    }
  }
  return { size: code.size + 2 * QUIET_ZONE, path }
}

/** A text as a QR code, dark on light in both themes: some cameras cannot read the inverse. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg className={styles.qrPicture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
