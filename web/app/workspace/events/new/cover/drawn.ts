import { IMAGE } from '@entrada/contract/constants';

/** A drawn cover: its colour and the shapes on it, from back to front. */
export type DrawnCover = { id: string; paper: string; shapes: { d: string; fill: string }[] };

export const BOARD = { width: IMAGE.coverRecommendedWidth, height: IMAGE.coverRecommendedHeight };

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const rect = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;
const times = <T>(count: number, make: (nth: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

/** A hill from edge to edge, with its top at a height. */
const hill = (top: number, depth: number) =>
  `M0 ${top}C400 ${top - depth} 700 ${top + depth} 1080 ${top}S1800 ${top - depth} 2160 ${top}V1080H0z`;

const scales = (): DrawnCover['shapes'] => {
  const rings = ['#c2133f', '#f2a33a', '#f7e3c8', '#31203f'];
  return times(10, (row) =>
    times(10, (column) =>
      rings.map((fill, ring) => ({
        d: circle(column * 240 + (row % 2) * 120, row * 120 + 120, 120 - ring * 30),
        fill,
      })),
    ),
  ).flat(2);
};

const quarters = (): DrawnCover['shapes'] => {
  const colours = ['#16443a', '#e9efe2', '#f2b233', '#5f9b6f'];
  return times(32, (at) => {
    const [x, y] = [(at % 8) * 270, Math.floor(at / 8) * 270];
    const turn = (at * 7 + Math.floor(at / 8) * 3) % 4;
    const back = colours[(at * 5 + Math.floor(at / 8)) % 4] ?? '';
    const front = colours[(at * 5 + Math.floor(at / 8) + 1 + (at % 3)) % 4] ?? '';
    const quarter = [
      `M${x} ${y}h270a270 270 0 0 1 -270 270z`,
      `M${x + 270} ${y}v270a270 270 0 0 1 -270 -270z`,
      `M${x + 270} ${y + 270}h-270a270 270 0 0 1 270 -270z`,
      `M${x} ${y + 270}v-270a270 270 0 0 1 270 270z`,
    ][turn];
    return [
      { d: rect(x, y, 270, 270), fill: back },
      { d: quarter ?? '', fill: front },
    ];
  }).flat();
};

/** The drawn covers of the product. Each is the same in every event. */
export const DRAWN_COVERS: readonly DrawnCover[] = [
  {
    id: 'sunrise',
    paper: '#0e2f36',
    shapes: [
      { d: circle(1440, 540, 330), fill: '#ff4301' },
      { d: hill(640, 120), fill: '#1b4d55' },
      { d: hill(780, -90), fill: '#123c44' },
      { d: hill(920, 70), fill: '#0a2328' },
    ],
  },
  { id: 'scales', paper: '#31203f', shapes: scales() },
  {
    id: 'bars',
    paper: '#1b2a5e',
    shapes: times(24, (at) => {
      const height = 260 + 480 * Math.abs(Math.sin(at * 0.9) * Math.cos(at * 0.35));
      const fill = ['#ff4301', '#f7e3c8', '#4e7bd9', '#ffb703'][at % 4] ?? '';
      return { d: rect(at * 86 + 58, Math.round(540 - height / 2), 46, Math.round(height)), fill };
    }),
  },
  { id: 'quarters', paper: '#e9efe2', shapes: quarters() },
  {
    id: 'record',
    paper: '#f2b233',
    shapes: [
      { d: circle(1080, 540, 760), fill: '#1c1815' },
      ...times(6, (at) => [
        { d: circle(1080, 540, 700 - at * 70), fill: '#3a332d' },
        { d: circle(1080, 540, 692 - at * 70), fill: '#1c1815' },
      ]).flat(),
      { d: circle(1080, 540, 240), fill: '#f4efe9' },
      { d: circle(1080, 540, 190), fill: '#ff4301' },
      { d: circle(1080, 540, 26), fill: '#f4efe9' },
    ],
  },
  {
    id: 'paper',
    paper: '#f3ede4',
    shapes: [
      { d: circle(620, 700, 420), fill: '#ffb703' },
      { d: `M760 1080a520 520 0 0 1 1040 0z`, fill: '#2b6cb5' },
      { d: rect(1500, 0, 660, 420), fill: '#ff4301' },
      { d: circle(1500, 420, 210), fill: '#1c1815' },
    ],
  },
];

/** A drawn cover as a PNG file of the recommended size. Null if the browser can't draw. */
export function paintCover({ paper, shapes }: DrawnCover): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = BOARD.width;
  canvas.height = BOARD.height;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, BOARD.width, BOARD.height);
  for (const { d, fill } of shapes) {
    pen.fillStyle = fill;
    pen.fill(new Path2D(d));
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
