import { PICTURE_MAX_BYTES } from '#domain/picture-format.ts'

/** Longest side of a product picture, pixels: sharp in the dialog on a high-density screen. */
export const PICTURE_SIDE = 960

/** Tried in order until the file is small enough. */
const QUALITIES = [0.86, 0.7, 0.5] as const

/**
 * Resizes a picture for the store and strips its metadata. It is decoded in the browser, which is sandboxed for
 * untrusted files, and not on the server.
 * @throws when the browser cannot decode the file
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  try {
    const scale = Math.min(1, PICTURE_SIDE / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser draws no pictures')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return await encodeSmall(canvas)
  } finally {
    bitmap.close()
  }
}

async function encodeSmall(canvas: OffscreenCanvas): Promise<Blob> {
  let picture = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITIES[0] })
  for (const quality of QUALITIES.slice(1)) {
    if (picture.size <= PICTURE_MAX_BYTES) break
    picture = await canvas.convertToBlob({ type: 'image/webp', quality })
  }
  return picture
}
