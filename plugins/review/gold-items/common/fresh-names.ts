/** Names at random, and names that count up where those are taken. */
const RANDOM = 20;
const COUNTED = 20;
/** Digits of a longer number that change. */
const MOST_DIGITS = 9;

/**
 * Returns names for a copy, the best first, that look like others of a folder with so many items: that of `like` with
 * another number in the place of its last one, and the ending of `source`. Without a number one is added, as a second
 * upload of a file does. Some may be taken.
 */
export function freshNames(
  source: string,
  like: string,
  items: number,
  random: () => number = Math.random,
): readonly string[] {
  const ending = /\.[^.]+$/.exec(source)?.[0] ?? '';
  const stem = like.replace(/\.[^.]+$/, '');
  const found = /^(.*?)(\d+)(\D*)$/.exec(stem);
  if (found === null) return counted(1).map(number => `${stem} (${number})${ending}`);
  const [, before, all, after] = found as unknown as readonly [string, string, string, string];
  const [kept, digits] = [all.slice(0, -MOST_DIGITS), all.slice(-MOST_DIGITS)];
  const largest = Math.max(Number(digits), items) + 1;
  const numbers = [...Array.from({ length: RANDOM }, () => 1 + Math.floor(random() * largest)), ...counted(largest)];
  return [
    ...new Set(
      numbers.map(number => `${before}${kept}${String(number).padStart(digits.length, '0')}${after}${ending}`),
    ),
  ];
}

const counted = (from: number): readonly number[] => Array.from({ length: COUNTED }, (_, at) => from + at);
