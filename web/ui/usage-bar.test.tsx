import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UsageBar } from './usage-bar.tsx'

test('up to the limit a bar is one part, beyond it two that meet at the limit', () => {
  const drawn = (percent: number) => renderToStaticMarkup(<UsageBar percent={percent} tone="stop" />)
  expect(drawn(40)).toContain('<i style="width:40%"></i></span>')
  expect(drawn(100)).toContain('<i style="width:100%"></i></span>')
  expect(drawn(125)).toContain('<i style="width:80%"></i><b></b></span>')
  expect(drawn(-1)).toContain('<i style="width:0%"></i></span>')
})
