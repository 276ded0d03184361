import { ExchangeError } from '../exchange/exchange-error.ts';
import { isTag, outside } from './bio-tags.ts';

export interface ConllToken {
  readonly text: string;
  readonly tag: string;
  /** Line of the file, from 1. */
  readonly line: number;
}
export type ConllSentence = readonly ConllToken[];

/** The name of a line that begins a document. */
export const documentStart = '-DOCSTART-';

/** Ends of names of such files. */
export const isConllName = (path: string): boolean => /\.(?:conll(?:\d+)?|iob2?|bio|bioes|bilou)$/i.test(path);

/** True for a line with a whole sentence: `Ada|NNP|B-Person joined|VBD|O`. */
const isSentence = (line: string): boolean =>
  line
    .trim()
    .split(/[ \t]+/)
    .every(each => /^.+\|[^|]+$/.test(each) && isTag(each.slice(each.lastIndexOf('|') + 1)));

const columnsOf = (line: string): readonly string[] =>
  line.includes('\t') ? line.split('\t') : line.trim().split(/ +/);
/** A line between tokens, in files that number them. */
const isRemark = (line: string): boolean => line.startsWith('# ');

/** True when the first column numbers the tokens of each sentence from 1, as CoNLL-U does. */
function isNumberedTokens(lines: readonly string[]): boolean {
  let [next, isCounted] = [1, false];
  for (const line of lines) {
    if (line.startsWith(documentStart) || isRemark(line)) continue;
    if (/^[ \t]*$/.test(line)) {
      next = 1;
      continue;
    }
    const columns = columnsOf(line);
    if (columns.length < 3 || columns[0] !== String(next)) return false;
    isCounted ||= next > 1;
    next += 1;
  }
  return isCounted;
}

/** True when the first lines of a text are tokens with tags, some of them of an entity. */
export function looksLikeConll(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/)
    .slice(0, -1)
    .filter(line => line.trim() !== '' && !line.startsWith(documentStart) && !isRemark(line))
    .slice(0, 200);
  const tags = lines.map(line => (columnsOf(line).length < 2 ? ' ' : columnsOf(line).at(-1)!.trim()));
  return tags.length > 0 && tags.every(isTag) && tags.some(tag => !outside.has(tag));
}

/**
 * The documents of a file, each a list of sentences: a token a line, the tag in its last column, or a sentence a line.
 *
 * @throws ExchangeError naming the line whose last column is no tag
 */
export function readConllText(text: string, path: string): readonly (readonly ConllSentence[])[] {
  const lines = text.split(/\r\n?|\n/);
  const firstLine = lines.find(line => line.trim() !== '' && !line.startsWith(documentStart));
  const aSentenceALine = firstLine !== undefined && isSentence(firstLine);
  const isNumbered = !aSentenceALine && isNumberedTokens(lines);
  const documents: ConllSentence[][] = [];
  let sentences: ConllSentence[] | undefined;
  let tokens: ConllToken[] = [];
  const endSentence = (): void => {
    if (tokens.length > 0) (sentences ??= begun()).push(tokens);
    tokens = [];
  };
  const begun = (): ConllSentence[] => {
    const fresh: ConllSentence[] = [];
    documents.push(fresh);
    return fresh;
  };
  lines.forEach((line, at) => {
    if (line.startsWith(documentStart)) {
      endSentence();
      sentences = begun();
    } else if (/^[ \t]*$/.test(line)) endSentence();
    else if (aSentenceALine) {
      tokens = line
        .trim()
        .split(/[ \t]+/)
        .flatMap(each => tokenOf(each.split('|'), at + 1, path));
      endSentence();
    } else if (!isNumbered) tokens.push(...tokenOf(columnsOf(line), at + 1, path));
    else if (!isRemark(line)) tokens.push(...tokenOf(columnsOf(line).slice(1), at + 1, path));
  });
  endSentence();
  return documents.filter(each => each.length > 0);
}

function tokenOf(columns: readonly string[], line: number, path: string): readonly ConllToken[] {
  const tag = columns.at(-1)!.trim();
  // A control character belongs to no word: no text has a place for it.
  const text = columns[0]!.replaceAll(/\p{Cc}/gu, '').trim();
  if (columns.length < 2 || !isTag(tag))
    throw new ExchangeError(
      path,
      `line ${line} must end in a tag such as B-Person, I-Person or O, not in '${tag.slice(0, 40)}'`,
    );
  // White space that stands as a token has no place of its own among words.
  if (text === '' && (outside.has(tag) || columns[0] !== '')) return [];
  if (text === '') throw new ExchangeError(path, `line ${line} has no token before its tag`);
  return [{ text: text.toWellFormed(), tag, line }];
}
