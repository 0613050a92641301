import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** The typeface of the portal, in three weights. */
const FONTS = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  medium: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf')),
  semibold: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
} as const

/** Colours of the light theme. */
export const INK = {
  text: '#14181f',
  second: '#464e5a',
  third: '#636b78',
  line: '#d3d8de',
  soft: '#f6f7f9',
  paper: '#ffffff',
  orange: '#f8741d',
  red: '#ad1f1a',
} as const

/** An A4 page in points, with its margins. */
export const SHEET = { left: 48, right: 547, top: 48, bottom: 772, foot: 800, middle: 297, height: 842 } as const

export interface Style {
  readonly face?: keyof typeof FONTS
  /** points */
  readonly size?: number
  readonly color?: string
  readonly align?: 'left' | 'right' | 'center'
  /** digits of equal width, for columns of figures */
  readonly isFigure?: boolean
  /** its role for screen readers (PDF 1.7 section 14.8.4); 'Artifact' is not read out */
  readonly role?: Role
}

type Role = 'H1' | 'P' | 'TH' | 'TD' | 'Artifact'
type StructureTag = 'Table' | 'TR'

interface Box extends Style {
  readonly x: number
  readonly y: number
  readonly width: number
}

interface PdfInfo {
  readonly title: string
  readonly author: string
  readonly language: string
  /** metadata; equal for the same document, so that its bytes are */
  readonly at: Date
}

/** Digits of equal width, so that they align in columns. Not for other text: it widens hyphens. */
const TABULAR_FIGURES = { features: ['tnum'] } satisfies PDFKit.Mixins.TextOptions

/** No line has room for more characters. */
const MAX_CHARACTERS = 200

/** Writes tagged PDF pages: text in boxes, lines, areas. Independent of the content. */
export class TaggedPdfWriter {
  readonly doc: PDFKit.PDFDocument
  /** the open structure elements */
  readonly #parts: PDFKit.PDFStructureElement[] = []

  constructor({ title, author, language, at }: PdfInfo) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      tagged: true,
      font: '',
      info: { Title: title, Author: author, Creator: 'Enlace', CreationDate: at },
    })
    for (const [name, path] of Object.entries(FONTS)) this.doc.registerFont(name, path)
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.#parts.push(root)
  }

  /** One line; a text too long for the box ends with an ellipsis. */
  line(text: string, box: Box): void {
    const { x, y, width, align = 'left', isFigure = false } = box
    this.#applyStyle(box)
    const features = isFigure ? TABULAR_FIGURES : {}
    const fitting = this.#truncate(text, width)
    const free = align === 'left' ? 0 : width - this.doc.widthOfString(fitting, features)
    this.#marked(box.role ?? 'P', () =>
      this.doc.text(fitting, x + (align === 'center' ? free / 2 : free), y, { lineBreak: false, ...features }),
    )
  }

  /**
   * As many lines as the text needs, at most `most`.
   * @returns the y below them
   */
  block(text: string, box: Box, most = 3): number {
    const { x, y, width, size = 9, align = 'left' } = box
    this.#applyStyle(box)
    const step = size * 1.4
    const height = Math.min(this.doc.heightOfString(text, { width, lineGap: size * 0.2 }), step * most)
    this.#marked('P', () => this.doc.text(text, x, y, { width, align, height, ellipsis: true, lineGap: size * 0.2 }))
    return y + Math.max(height, step)
  }

  widthOf(text: string, style: Style): number {
    this.#applyStyle(style)
    return this.doc.widthOfString(text)
  }

  rule(y: number, color: string = INK.line): void {
    this.artifact(() => this.doc.moveTo(SHEET.left, y).lineTo(SHEET.right, y).lineWidth(0.6).strokeColor(color).stroke())
  }

  fill(x: number, y: number, width: number, height: number): void {
    this.artifact(() => this.doc.roundedRect(x, y, width, height, 6).fill(INK.soft))
  }

  /** Decoration, not read out. */
  artifact(draw: () => unknown): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** Groups what is written inside in one structure element. */
  tagged(kind: StructureTag, write: () => void): void {
    const part = this.doc.struct(kind)
    this.#parts.at(-1)?.add(part)
    this.#parts.push(part)
    write()
    this.#parts.pop()
    part.end()
  }

  #marked(role: Role, write: () => unknown): void {
    if (role === 'Artifact') {
      this.artifact(write)
      return
    }
    const content = this.doc.markStructureContent(role)
    write()
    this.doc.endMarkedContent()
    this.#parts.at(-1)?.add(this.doc.struct(role, {}, [content]))
  }

  #applyStyle({ face = 'regular', size = 9, color = INK.text }: Style): void {
    this.doc.font(face).fontSize(size).fillColor(color)
  }

  #truncate(text: string, width: number): string {
    const isFitting = (part: string) => this.doc.widthOfString(part) <= width
    if (text.length <= MAX_CHARACTERS && isFitting(text)) return text
    const characters = [...text.slice(0, MAX_CHARACTERS)]
    const shortened = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`
    // measuring text is slow: bisect instead of removing one character after another
    let [fits, tooMany] = [1, characters.length]
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (isFitting(shortened(middle))) fits = middle
      else tooMany = middle
    }
    return shortened(fits)
  }
}
