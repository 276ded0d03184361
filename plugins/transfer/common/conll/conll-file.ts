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
const isSentence = (line: string): boolean => line.trim().split(/[ \t]+/).every(each => /^.+\|[^|]+$/.test(each) && isTag(each.slice(each.lastIndexOf('|') + 1)));

/**
 * The documents of a file, each a list of sentences (formats/interop 11): a token a line, the tag in its last column, or a sentence a line.
 *
 * @throws ExchangeError naming the line whose last column is no tag
 */
export function readConllText(text: string, path: string): readonly (readonly ConllSentence[])[] {
  const lines = text.split(/\r\n?|\n/);
  const firstLine = lines.find(line => line.trim() !== '' && !line.startsWith(documentStart));
  const aSentenceALine = firstLine !== undefined && isSentence(firstLine);
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
      tokens = line.trim().split(/[ \t]+/).flatMap(each => tokenOf(each.split('|'), at + 1, path));
      endSentence();
    } else tokens.push(...tokenOf(line.includes('\t') ? line.split('\t') : line.trim().split(/ +/), at + 1, path));
  });
  endSentence();
  return documents.filter(each => each.length > 0);
}

function tokenOf(columns: readonly string[], line: number, path: string): readonly ConllToken[] {
  const tag = columns.at(-1)!.trim();
  const text = columns[0]!.trim();
  if (columns.length < 2 || !isTag(tag)) throw new ExchangeError(path, `line ${line} must end in a tag such as B-Person, I-Person or O, not in '${tag.slice(0, 40)}'`);
  // White space that stands as a token has no place of its own among words.
  if (text === '' && outside.has(tag)) return [];
  if (text === '') throw new ExchangeError(path, `line ${line} has no token before its tag`);
  return [{ text: text.toWellFormed(), tag, line }];
}
