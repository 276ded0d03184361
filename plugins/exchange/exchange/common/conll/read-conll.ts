import { randomUuid } from '#core/base/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import { isPlainName, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  ItemContent,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { namesOfWords } from '../text/label-words.ts';
import { plainText } from '../text/plain-text.ts';
import { textPlace } from '../text/text-place.ts';
import type { TextPlace } from '../text/text-place.ts';
import { isBlank } from '../text/text-tokens.ts';
import { entitiesOfTags } from './bio-tags.ts';
import { isConllName, readConllText } from './conll-file.ts';
import type { ConllSentence } from './conll-file.ts';

const rebuilt = {
  one: 'was put together from its tokens, with single spaces between them',
  many: 'were put together from their tokens, with single spaces between them',
};

/** The text of the sentences: tokens with a blank between them, a sentence a line. */
export const textOfSentences = (sentences: readonly ConllSentence[]): string =>
  `${sentences.map(sentence => sentence.map(token => token.text).join(' ')).join('\n')}\n`;

/**
 * Returns the start and end of each token in a text, in code points.
 * @throws ExchangeError naming the line of a token that does not follow
 */
function placesIn(
  text: string,
  sentences: readonly ConllSentence[],
  path: string,
): readonly (readonly [number, number])[] {
  const points = Array.from(text);
  let at = 0;
  return sentences.flatMap(sentence =>
    sentence.map(({ text: token, line }): readonly [number, number] => {
      while (at < points.length && isBlank.test(points[at]!)) at += 1;
      const start = at;
      for (const point of plainText(token).text) {
        while (points[at] !== point && at < points.length && /\p{Cc}/u.test(points[at]!)) at += 1;
        if (points[at] !== point)
          throw new ExchangeError(
            path,
            `line ${line}: '${token.slice(0, 40)}' does not come next in the text of the item, at character ${start + 1}`,
          );
        at += 1;
      }
      return [start, at];
    }),
  );
}

function readSentences(
  sentences: readonly ConllSentence[],
  item: ItemContent | undefined,
  path: string,
  place: TextPlace,
  { report, classes }: ReadHead,
): NeutralDocument {
  if (item !== undefined && item.text === undefined)
    throw new ExchangeError(
      path,
      `the text of ${place.name} is not kept here, so that its tokens cannot be found in it`,
    );
  if (item === undefined) report.add('text', rebuilt);
  const nameOf = namesOfWords(classes);
  const places = placesIn(item?.text ?? textOfSentences(sentences), sentences, path);
  let before = 0;
  const instances: NeutralInstance[] = [];
  for (const sentence of sentences) {
    for (const { label, first, last } of entitiesOfTags(sentence.map(token => token.tag))) {
      instances.push({
        className: nameOf(label),
        geometry: {
          type: 'entity',
          id: randomUuid(),
          start: places[before + first]![0],
          end: places[before + last]![1],
        },
      });
    }
    before += sentence.length;
  }
  return { path, name: place.name, folder: place.folder, instances };
}

/** Reads CoNLL files: every document of a file is an item, named by the file, with a number when there are several. */
export async function readConll(files: readonly ForeignFile[], head: ReadHead): Promise<ForeignSet> {
  const named = files.filter(file => isConllName(file.path));
  const documents: ForeignDocument[] = [];
  for (const file of named.length > 0 ? named : files.filter(each => isPlainName(each.path))) {
    let kept: readonly (readonly ConllSentence[])[] | undefined;
    const load = async (): Promise<readonly (readonly ConllSentence[])[]> =>
      kept ?? readConllText(await textOf(file), file.path);
    const bare = file.path.replace(/\.[^./]+$/, '');
    let count = 1;
    try {
      const all = await load();
      count = all.length;
      // A file of many documents is not read again for each.
      if (count > 1) kept = all;
    } catch (error) {
      // A damaged file is reported when it is read.
      if (!(error instanceof ExchangeError)) throw error;
    }
    for (let at = 0; at < count; at += 1) {
      const place = textPlace(bare, count === 1 ? undefined : at + 1);
      const path = count === 1 ? file.path : `${file.path}#${at + 1}`;
      documents.push({
        path,
        ...place,
        text: async () => (head.report.add('text', rebuilt), textOfSentences((await load())[at]!)),
        read: async (_, item) => readSentences((await load())[at] ?? [], item, path, place, head),
      });
    }
  }
  return { labels: [], documents };
}
