/** Workload W5: 2 MB of text, 10 000 spans of which 2 000 overlap, 3 000 relations. */
export const workload = { bytes: 2_000_000, spans: 10_000, overlapping: 2000, relations: 3000 };

/** A word that occurs in the text about a thousand times. */
export const rareWord = 'Zephyrine';

const words =
  'the committee found that patients treated with aspirin in Lyon and Geneva had fewer events than those of the control group although Moreau and Haddad disagreed about doses'.split(
    ' ',
  );

/** Whole numbers below a bound; always the same row. */
function numbers() {
  let state = 2_654_435_761;
  return most => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

/** The text, and the instances of a document over it. The spans are words or runs of words. */
export function makeWorkload() {
  const next = numbers();
  const lines = [];
  const starts = [];
  let length = 0;
  while (length < workload.bytes) {
    const count = 12 + next(60);
    let line = '';
    for (let word = 0; word < count; word += 1) {
      if (word > 0) line += ' ';
      starts.push(length + line.length);
      line += starts.length % 330 === 0 ? rareWord : words[next(words.length)];
    }
    lines.push(line);
    length += line.length + 2;
  }
  const text = lines.map(line => `${line}.\n`).join('');
  const single = workload.spans - workload.overlapping;
  const places = Array.from({ length: single }, (_, span) => {
    const start = starts[span * Math.floor(starts.length / (single + 1))];
    return { start, end: Math.min(text.indexOf('\n', start), start + 6 + next(18)) };
  });
  for (let span = 0; span < workload.overlapping; span += 1)
    places.push({ start: places[span * 3].start + 2, end: places[span * 3].end + 3 });
  const spans = places.map(({ start, end }, at) => ({
    id: `span-${at}`,
    type: 'entity',
    classId: 1 + (at % 8),
    className: `Class ${1 + (at % 8)}`,
    attributes: [],
    start,
    end: Math.min(text.length, end),
  }));
  const relations = Array.from({ length: workload.relations }, (_, at) => ({
    id: `relation-${at}`,
    type: 'relationship',
    classId: 9,
    className: 'relates',
    attributes: [],
    from: `span-${at * 2}`,
    to: `span-${at * 2 + 1 + (at % 4 === 0 ? next(300) : 0)}`,
  }));
  return { text, instances: [...spans, ...relations] };
}

/**
 * 10 000 terms: words of the text and runs of two of them, and names that do not occur in it but begin like those that
 * do.
 */
export function makeDictionary() {
  const runs = words.flatMap(one => words.map(other => `${one} ${other}`));
  const terms = [...new Set([rareWord, 'Moreau', 'Haddad', 'Geneva', ...runs.filter((_, at) => at % 4 === 0)])];
  for (let at = 0; terms.length < 10_000; at += 1)
    terms.push(`${words[at % words.length]} ${(at * 7919).toString(36)}`);
  return {
    options: { exact_case: false, whole_words: true, accents: false },
    entries: terms.map((term, at) => ({ term, class_id: 1 + (at % 8), values: [] })),
  };
}
