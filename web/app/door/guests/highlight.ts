import { fold } from './fold.ts';

type Piece = { text: string; isMatch: boolean };

/** Splits a name at the searched text. Ignores accents and case: "mar" is found in "Márquez". */
export function highlight(text: string, query: string): Piece[] {
  const words = query.split(/\s+/).map(fold).filter(Boolean);
  const letters = [...text];
  const marked = letters.map(() => false);
  for (const word of words) mark(letters, word, marked);
  return letters.reduce<Piece[]>((pieces, letter, index) => {
    const last = pieces.at(-1);
    const isMatch = marked[index] ?? false;
    if (last?.isMatch === isMatch) last.text += letter;
    else pieces.push({ text: letter, isMatch });
    return pieces;
  }, []);
}

function mark(letters: string[], word: string, marked: boolean[]): void {
  // A folded letter may have no characters or several. A table maps positions in the folded text back to the name.
  const folded = letters.map(fold);
  const origin = folded.flatMap((part, index) => [...part].map(() => index));
  const whole = [...folded.join('')];
  const wanted = [...word];
  for (let start = 0; start + wanted.length <= whole.length; start += 1) {
    if (!wanted.every((letter, offset) => whole[start + offset] === letter)) continue;
    for (let offset = 0; offset < wanted.length; offset += 1) marked[origin[start + offset] ?? 0] = true;
  }
}
