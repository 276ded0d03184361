import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';

/** A stretch of time with a text, as subtitles and label tracks have it. */
export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Class name. */
  readonly label: string;
  /** Raw values by name. */
  readonly attributes: JsonRecord;
}

const textOfValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join(', ')
    : typeof value === 'boolean'
      ? String(Number(value))
      : String(value);

/** The attributes of a cue as lines `name: value`. */
export const attributeLines = (attributes: JsonRecord): readonly string[] =>
  Object.entries(attributes).map(([name, value]) => `${name}: ${textOfValue(value).replaceAll(/\s+/g, ' ')}`);

/**
 * The label and attributes of the lines of a cue: the first line is the label, others of the form `name: value` are
 * attributes.
 */
export function cueText(lines: readonly string[]): Pick<Cue, 'label' | 'attributes'> {
  const [label = '', ...rest] = lines.map(line => line.trim()).filter(line => line !== '');
  const pairs = rest.map(line => /^([^:]{1,60}):\s+(.+)$/.exec(line));
  if (pairs.some(each => each === null)) return { label: [label, ...rest].join(' '), attributes: {} };
  return { label, attributes: Object.fromEntries(pairs.map(each => [each![1]!, each![2]!])) };
}

/** Class of cues that are a transcript, and the attribute that holds their text. */
const transcript = { label: 'Subtitle', attribute: 'text' } as const;
/** Different labels above which the cues of a file are a transcript when most differ. */
const FEW_LABELS = 20;

/** Cues whose texts mostly differ are a transcript: one class, with the text as an attribute. */
export function withoutTranscript(cues: readonly Cue[]): readonly Cue[] {
  const labels = new Set(cues.map(({ label }) => label));
  if (labels.size <= FEW_LABELS || labels.size * 2 < cues.length) return cues;
  return cues.map(({ label, attributes, ...times }) => ({
    ...times,
    label: transcript.label,
    attributes: { [transcript.attribute]: label, ...attributes },
  }));
}
