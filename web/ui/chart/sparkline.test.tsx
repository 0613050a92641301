import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sparkline } from './sparkline.tsx'

test('each value is a bar as high as its share of the greatest, a small one still seen, and all are a sentence', () => {
  const drawn = renderToStaticMarkup(<Sparkline values={[0, 1, 50, 100]} summary="At most 100 a day" />)
  expect(drawn).toContain('width="19" height="18" role="img" aria-label="At most 100 a day"')
  expect([...drawn.matchAll(/v-(\d+)/g)].map(([, height]) => Number(height))).toEqual([1, 3, 9, 18])
})
