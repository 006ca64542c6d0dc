import { createRandom, type Random } from './random.ts';

/** Poster-like covers, drawn by code: 2160 x 1080, flat colours, no text. */
export type ArtName = 'sea' | 'vinyl' | 'citrus' | 'scallops' | 'tiles' | 'bars';

const WIDTH = 1080;
const HEIGHT = 540;

const rect = (fill: string) => `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`;
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const round = (value: number) => Math.round(value * 10) / 10;

/** A sea at night: lines rise towards the middle, in front of a low sun. */
function sea(random: Random): string {
  const parts = [rect('#0F2B2E'), circle(742, 205, 160, '#FF4301')];
  for (let row = 0; row < 14; row += 1) {
    const base = 190 + row * 26;
    const phases = Array.from({ length: 5 }, () => ({
      size: 3 + random.next() * 9,
      length: 0.008 + random.next() * 0.03,
      shift: random.next() * 7,
    }));
    const points: string[] = [];
    for (let x = -10; x <= WIDTH + 10; x += 6) {
      const swell = Math.exp(-(((x - 720) / 210) ** 2)) * (70 - row * 4.6);
      const wave = phases.reduce((sum, wave) => sum + Math.sin(x * wave.length + wave.shift) * wave.size, 0);
      const crest = Math.abs(Math.sin(x * 0.021 + row)) * Math.max(0, swell);
      points.push(`${x} ${round(base + wave * (0.5 + row / 20) - crest)}`);
    }
    parts.push(
      `<path d="M-10 ${HEIGHT + 20}L${points.join('L')}L${WIDTH + 10} ${HEIGHT + 20}z" fill="#12343A" stroke="#F4E3CF" stroke-width="1.6"/>`,
    );
  }
  return parts.join('');
}

/** A record on its player. */
function vinyl(): string {
  const grooves = Array.from(
    { length: 18 },
    (_, index) =>
      `<circle cx="640" cy="330" r="${386 - index * 15}" fill="none" stroke="#3A332D" stroke-width="2"/>`,
  );
  return [
    rect('#F0B429'),
    circle(640, 330, 400, '#1C1815'),
    ...grooves,
    circle(640, 330, 118, '#E8452C'),
    circle(640, 330, 84, '#F7E6CC'),
    circle(640, 330, 14, '#1C1815'),
    '<path d="M300 -20v250l70 110" fill="none" stroke="#1C1815" stroke-width="20" stroke-linejoin="round"/>',
  ].join('');
}

function slice(x: number, y: number, r: number, peel: string, flesh: string, turn: number): string {
  const wedges = Array.from({ length: 9 }, (_, index) => {
    const from = turn + (index * Math.PI * 2) / 9 + 0.06;
    const to = turn + ((index + 1) * Math.PI * 2) / 9 - 0.06;
    const at = (angle: number, radius: number) =>
      `${round(x + Math.cos(angle) * radius)} ${round(y + Math.sin(angle) * radius)}`;
    return `<path d="M${at((from + to) / 2, r * 0.12)}L${at(from, r * 0.8)}A${r * 0.8} ${r * 0.8} 0 0 1 ${at(to, r * 0.8)}z" fill="${flesh}"/>`;
  });
  return [circle(x, y, r, peel), circle(x, y, r * 0.88, '#FFF7EA'), ...wedges].join('');
}

/** Fruit of a winter market. */
function citrus(random: Random): string {
  const kinds = [
    ['#E8822A', '#F2A65A'],
    ['#C9CF3F', '#E3E67A'],
    ['#D94A2B', '#F08A5D'],
    ['#F2B632', '#F9D57E'],
  ] as const;
  const places = [
    [150, 140, 165],
    [480, 330, 190],
    [840, 130, 175],
    [160, 480, 140],
    [830, 470, 170],
    [480, 40, 95],
    [1060, 320, 110],
  ] as const;
  return [
    rect('#F7DFC0'),
    ...places.map(([x, y, r], index) => {
      const [peel, flesh] = kinds[index % kinds.length] ?? kinds[0];
      return slice(x, y, r, peel, flesh, random.next() * 3);
    }),
  ].join('');
}

/** Scales of half circles, like a dancer's shawl. */
function scallops(random: Random): string {
  const colors = ['#F6C95B', '#5A1230', '#F7E6D4', '#F2A7B5', '#D43D5E'] as const;
  const parts = [rect('#5A1230')];
  for (let row = 0; row < 9; row += 1) {
    for (let column = -1; column < 9; column += 1) {
      const x = column * 135 + (row % 2) * 67;
      const y = 60 + row * 68;
      const first = random.between(0, colors.length - 1);
      for (let ring = 0; ring < 5; ring += 1) {
        parts.push(
          `<path d="M${x - 67 + ring * 13} ${y}a${67 - ring * 13} ${67 - ring * 13} 0 0 1 ${134 - ring * 26} 0z" fill="${colors[(first + ring) % colors.length]}"/>`,
        );
      }
    }
  }
  return parts.join('');
}

/** A quilt of quarter circles. */
function tiles(random: Random): string {
  const colors = ['#123A2B', '#1E5A41', '#9CC49B', '#F2B632'] as const;
  const parts = [rect('#E9EFE2')];
  const corners = [
    'M0 0h90a90 90 0 0 1 -90 90z',
    'M90 0v90a90 90 0 0 1 -90 -90z',
    'M90 90h-90a90 90 0 0 1 90 -90z',
    'M0 90v-90a90 90 0 0 1 90 90z',
  ] as const;
  for (let y = 0; y < HEIGHT; y += 90) {
    for (let x = 0; x < WIDTH; x += 90) {
      const fill = random.pick(colors);
      const choice = random.between(0, 6);
      const corner = corners[choice];
      if (corner) parts.push(`<path transform="translate(${x} ${y})" d="${corner}" fill="${fill}"/>`);
      else if (choice === 4) parts.push(circle(x + 45, y + 45, 45, fill));
    }
  }
  return parts.join('');
}

/** An equalizer. */
function bars(random: Random): string {
  const colors = ['#F7E6CC', '#E8563A', '#3B55B0', '#F0B429', '#7FA3E0'] as const;
  const columns = Array.from({ length: 27 }, (_, index) => {
    const height = round(110 + Math.abs(Math.sin(index * 0.45)) * 190 + random.next() * 140);
    return `<rect x="${8 + index * 40}" y="${round((HEIGHT - height) / 2)}" width="24" height="${height}" rx="12" fill="${random.pick(colors)}"/>`;
  });
  return [rect('#1D2A5E'), ...columns].join('');
}

const DRAWINGS: Record<ArtName, (random: Random) => string> = { sea, vinyl, citrus, scallops, tiles, bars };

/** One cover as an SVG document of 2160 x 1080. */
export function drawArt(name: ArtName): string {
  const seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="2160" height="1080" viewBox="0 0 ${WIDTH} ${HEIGHT}">${DRAWINGS[name](createRandom(seed))}</svg>`;
}
