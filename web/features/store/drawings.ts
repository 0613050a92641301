/** A drawing of 96 × 96, as paths of four kinds that are painted in this order. */
export interface Drawing {
  /** cables, feet: outlines behind the body */
  readonly behind?: string
  /** its parts, the one in front last */
  readonly body: readonly string[]
  /** filled parts on the body */
  readonly detail?: string
  /** outlines on the body, and radio waves */
  readonly line?: string
  /** the one part in the colour of the mark */
  readonly accent: string
}

const box = (x: number, y: number, width: number, height: number, radius = 3): string => {
  const [across, down, arc] = [width - 2 * radius, height - 2 * radius, `a${radius} ${radius} 0 0 1`]
  return (
    `M${x + radius} ${y}h${across}${arc} ${radius} ${radius}v${down}${arc} ${-radius} ${radius}` +
    `h${-across}${arc} ${-radius} ${-radius}v${-down}${arc} ${radius} ${-radius}z`
  )
}
const dot = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`
/** Two radio waves above a point. */
const waves = (x: number, y: number): string => `M${x - 6} ${y - 5}a9 9 0 0 1 12 0M${x - 11} ${y - 11}a16 16 0 0 1 22 0`
const join = (...paths: readonly string[]): string => paths.join('')

const PINS = [34, 41, 48, 55, 62] as const

export const DRAWINGS = {
  tracker: {
    behind: 'M74 48c12 0 6-16 16-16M74 56h16M74 64c12 0 6 16 16 16',
    body: [box(68, 43, 10, 26, 2), box(20, 38, 54, 36, 5)],
    detail: join(box(28, 60, 22, 4, 2), box(28, 52, 14, 4, 2)),
    line: waves(47, 34),
    accent: dot(58, 50, 3),
  },
  compactTracker: {
    behind: 'M40 64v8c0 8-8 6-8 16M48 64v24M56 64v8c0 8 8 6 8 16',
    body: [box(36, 58, 24, 9, 2), box(30, 36, 36, 26, 6)],
    detail: box(37, 50, 16, 4, 2),
    line: waves(48, 32),
    accent: dot(58, 44, 2.5),
  },
  ruggedTracker: {
    behind: 'M48 80v12',
    body: [box(10, 42, 16, 16, 4), box(70, 42, 16, 16, 4), box(37, 66, 22, 14, 2), box(20, 30, 56, 40, 8)],
    detail: join(dot(15, 50, 2), dot(81, 50, 2)),
    line: 'M32 42v16M39 42v16M46 42v16',
    accent: dot(62, 44, 3),
  },
  portableTracker: {
    behind: 'M44 24c-12-18 20-18 8 0',
    body: [box(30, 22, 36, 62, 12)],
    detail: join(dot(48, 44, 10), box(41, 66, 9, 4, 1)),
    line: join(box(39, 64, 18, 8, 2), 'M60 66.500v3'),
    accent: dot(48, 44, 4),
  },
  router: {
    body: [box(22, 18, 6, 36), box(68, 18, 6, 36), box(12, 50, 72, 28, 5)],
    detail: join(box(52, 60, 10, 9, 1), box(66, 60, 10, 9, 1), dot(30, 64, 2.5), dot(38, 64, 2.5)),
    line: waves(48, 40),
    accent: dot(22, 64, 2.5),
  },
  largeRouter: {
    body: [...[14, 28, 62, 76].map((x) => box(x, 14, 6, 40)), box(8, 48, 80, 32, 5)],
    detail: join(...[36, 48, 60, 72].map((x) => box(x, 60, 8, 9, 1)), dot(25, 64, 2.5)),
    line: waves(48, 38),
    accent: dot(18, 64, 2.5),
  },
  gateway: {
    behind: 'M22 88h52',
    body: [box(45, 8, 6, 28), box(22, 32, 52, 50, 10)],
    detail: dot(48, 57, 14),
    line: 'M39 10a12 12 0 0 0 0 14M57 10a12 12 0 0 1 0 14M33 6a20 20 0 0 0 0 22M63 6a20 20 0 0 1 0 22',
    accent: dot(48, 57, 5),
  },
  module: {
    behind: PINS.map((at) => `M${at} 18v60M18 ${at}h60`).join(''),
    body: [box(24, 24, 48, 48, 4)],
    detail: join(box(31, 31, 34, 22, 2), box(48, 61, 17, 4, 2)),
    accent: dot(34, 63, 3),
  },
  sensor: {
    body: [dot(48, 56, 28)],
    detail: dot(48, 56, 16),
    line: waves(48, 22),
    accent: dot(48, 56, 5),
  },
  temperatureSensor: {
    body: [box(24, 12, 48, 72, 10)],
    line: join('M43 28a5 5 0 0 1 10 0v18a10 10 0 1 1-10 0z', 'M59 28h6M59 35h4M59 42h6M36 74h24'),
    accent: join(dot(48, 55, 5.5), box(46.5, 34, 3, 20, 1.5)),
  },
  pressureSensor: {
    body: [box(42, 60, 12, 18, 1), box(10, 74, 76, 14, 4), dot(48, 38, 26)],
    detail: dot(48, 38, 18),
    line: 'M28 38h5M63 38h5M48 18v5M34 24l3.5 3.500M62 24l-3.5 3.500M48 38l9-9',
    accent: dot(48, 38, 4),
  },
  levelSensor: {
    behind: 'M64 20c14 0 8 14 22 14',
    body: [box(45, 26, 6, 62, 2), box(32, 10, 32, 20, 4)],
    detail: box(39, 18, 12, 4, 2),
    line: 'M10 64c5-5 10 5 15 0s8-3 10-1M61 63c4-4 10 5 15 1s8-4 10-1',
    accent: box(37, 56, 22, 12, 4),
  },
  dashCamera: {
    body: ['M38 40l4-20h12l4 20z', box(28, 12, 40, 9, 3), box(12, 38, 72, 34, 12)],
    detail: join(dot(38, 55, 12), dot(66, 55, 5)),
    accent: dot(38, 55, 5),
  },
  camera: {
    behind: 'M48 66v14',
    body: [box(20, 16, 56, 52, 10), box(30, 79, 36, 7, 3.5)],
    detail: join(dot(48, 42, 17), dot(68, 24, 2.5)),
    line: dot(48, 42, 17),
    accent: dot(48, 42, 6),
  },
  antenna: {
    behind: 'M45 74v6c0 6-9 4-9 12M51 74v6c0 6 9 4 9 12',
    body: [box(41, 62, 14, 14, 1), 'M20 60c0-20 12-30 28-30s28 10 28 30z', box(14, 58, 68, 8, 3)],
    line: waves(48, 26),
    accent: dot(48, 47, 4),
  },
  magneticAntenna: {
    behind: 'M68 78c14 0 6-16 22-16',
    body: [box(45.5, 22, 5, 50, 2), 'M24 82c0-11 9-16 24-16s24 5 24 16z', box(22, 80, 52, 6, 2)],
    line: 'M39 11a12 12 0 0 0 0 14M57 11a12 12 0 0 1 0 14M33 7a20 20 0 0 0 0 22M63 7a20 20 0 0 1 0 22',
    accent: dot(48, 18, 4),
  },
  harness: {
    behind: 'M32 40v28a14 14 0 0 0 14 14h10a14 14 0 0 0 14-14v-8',
    body: ['M12 18h40l-5 24h-30z', box(56, 34, 28, 28)],
    detail: join(
      ...[19, 26, 33, 40].map((x) => box(x, 24, 5, 4, 1)),
      ...[21, 27.5, 34].map((x) => box(x, 32, 5, 4, 1)),
      ...[62, 72].map((x) => box(x, 50, 6, 6, 1)),
    ),
    accent: box(64, 30, 12, 8, 2),
  },
  powerSupply: {
    behind: 'M10 44h76M10 54h76',
    body: [box(26, 12, 44, 72, 5)],
    detail: join(...[33, 44, 55].flatMap((x) => [box(x, 18, 8, 7, 1), box(x, 71, 8, 7, 1)])),
    accent: 'M51 33l-13 17h8l-3 14 14-18h-9z',
  },
  cardReader: {
    body: [box(32, 58, 32, 30, 3), box(26, 10, 44, 58, 7)],
    detail: join(box(33, 17, 30, 16, 2), ...[34, 45, 56].flatMap((x) => [40, 49].map((y) => box(x, y, 6, 4, 1.5)))),
    accent: box(38, 74, 9, 7, 1.5),
  },
  meter: {
    body: [box(36, 76, 8, 12, 1), box(52, 76, 8, 12, 1), box(20, 10, 56, 70, 8)],
    detail: box(29, 20, 38, 17, 2),
    line: join('M36 25v7M44 25v7M52 25v7M60 25v7', dot(48, 58, 13)),
    accent: dot(48, 58, 5),
  },
  parcel: {
    body: ['M48 12l32 15v42l-32 15-32-15v-42z'],
    line: 'M16 27l32 15 32-15M48 42v42',
    accent: 'M28 21.4l32 15v9l6-2.8v-9l-32-15z',
  },
} as const satisfies Readonly<Record<string, Drawing>>

export type DrawingName = keyof typeof DRAWINGS
