/** Numbers tried at random before they are counted up. */
const TRIES = 20;

/**
 * Returns a name that is not taken and looks like the others: that of `like` with another number in the place of its
 * last one, and the ending of `source`. Without a number one is added, as a second upload of a file does.
 */
export function freshName(
  source: string,
  like: string,
  taken: ReadonlySet<string>,
  random: () => number = Math.random,
): string {
  const ending = /\.[^.]+$/.exec(source)?.[0] ?? '';
  const stem = like.replace(/\.[^.]+$/, '');
  const found = /^(.*?)(\d+)(\D*)$/.exec(stem);
  const [before, digits, after] =
    found === null ? [`${stem} (`, '1', ')'] : [found[1]!, found[2]!.slice(-9), found[3]!];
  const kept = found === null ? '' : found[2]!.slice(0, -9);
  const named = (number: number): string =>
    `${before}${kept}${String(number).padStart(digits.length, '0')}${after}${ending}`;
  const largest = Math.max(Number(digits), taken.size) + 1;
  for (let left = TRIES; found !== null && left > 0; left -= 1) {
    const name = named(1 + Math.floor(random() * largest));
    if (!taken.has(name)) return name;
  }
  for (let number = found === null ? 1 : largest; ; number += 1) if (!taken.has(named(number))) return named(number);
}
