/** A word of a question. A name in quotes is one word. */
export interface Word {
  /** As it was written, without quotes. */
  readonly text: string;
  /** In lower case. */
  readonly lower: string;
  readonly quoted: boolean;
}

const QUOTED = /“([^”]*)”|"([^"]*)"|‘([^’]*)’|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])/u;
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.[\p{L}]{2,}/u;
const DAY = /\d{4}-\d{2}-\d{2}/;
const NUMBER = /-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/;
const SIGN = />=|<=|!=|[=<>,()]/;
const PLAIN = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’](?:s|t|re|ve|m)\b)?/u;
const ANY = new RegExp([QUOTED, EMAIL, DAY, NUMBER, SIGN, PLAIN].map(each => each.source).join('|'), 'gu');

/** Cuts a question into words; hyphens and underscores separate words as spaces do. */
export function wordsOf(question: string): readonly Word[] {
  return [...question.matchAll(ANY)].map(found => {
    const quoted = found.slice(1).find(each => each !== undefined);
    const text = quoted ?? found[0];
    return { text, lower: text.toLowerCase().replaceAll('’', "'"), quoted: quoted !== undefined };
  });
}

/** The words of a name in lower case: `QualityCheck`, `patient_age` and `Number plate` have two each. */
export const nameWords = (name: string): readonly string[] =>
  wordsOf(name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')).map(each => each.lower);

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
  leaves: 'leaf',
  knives: 'knife',
  buses: 'bus',
  vertices: 'vertex',
};

/** Possible singular forms of an English word, itself among them. */
function singulars(word: string): readonly string[] {
  return [
    word,
    ...(IRREGULAR[word] === undefined ? [] : [IRREGULAR[word]]),
    ...(word.endsWith('men') ? [`${word.slice(0, -3)}man`] : []),
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ...(/(s|x|z|ch|sh)es$/.test(word) ? [word.slice(0, -2)] : []),
    ...(word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : []),
  ];
}

/** Returns whether two words are the same, one of them perhaps in the plural. */
export const sameNoun = (one: string, other: string): boolean => {
  const forms = singulars(other);
  return singulars(one).some(each => forms.includes(each));
};

const NUMBERS: readonly string[] = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TENS: Readonly<Record<string, number>> = {
  dozen: 12,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
  thousand: 1000,
};

/** Returns the number that a word spells; undefined when it is none. */
export function numberOf({ lower, quoted }: Word): number | undefined {
  if (quoted) return undefined;
  const place = NUMBERS.indexOf(lower);
  if (place !== -1) return place;
  return TENS[lower] ?? (/^-?\d/.test(lower) && !/^\d{4}-/.test(lower) ? Number(lower.replaceAll(',', '')) : undefined);
}
