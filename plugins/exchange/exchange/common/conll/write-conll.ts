import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { countDocumentLosses } from '../exchange/instance-losses.ts';
import { writtenWord } from '../text/label-words.ts';
import { originalsFolder, textPath } from '../text/text-place.ts';
import { textInstances, withoutText } from '../text/text-spans.ts';
import type { WrittenSpan } from '../text/text-spans.ts';
import { tokensOf, touched } from '../text/text-tokens.ts';
import type { TextToken } from '../text/text-tokens.ts';
import { TransferReport } from '../transfer-report.ts';
import { documentStart } from './conll-file.ts';

const moved = { one: 'was moved to the ends of its words', many: 'were moved to the ends of their words' };
const covered = { one: 'was dropped under a longer one', many: 'were dropped under longer ones' };
const blank = { one: 'of white space alone was dropped', many: 'of white space alone were dropped' };

interface Placed {
  readonly span: WrittenSpan;
  readonly first: number;
  readonly last: number;
}

/** Writes CoNLL: a file for every text, a token and its BIO tag a line, a blank line at the end of a line of text. */
export class ConllWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #fourColumns: boolean;

  constructor({ options }: Pick<WriterHead, 'options'>) {
    this.#fourColumns = options.task === 'conll2003';
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return originalsFolder + textPath(item);
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { text, document } = item;
    if (text === undefined) return (this.report.problem(textPath(item), withoutText), []);
    countDocumentLosses(document, this.report);
    const tokens = tokensOf(text);
    const chosen = this.#chosen(tokens, textInstances(document, this.report, {}).spans);
    const lines = tokens.map((token, at) => {
      const placed = chosen[at];
      const tag =
        placed === undefined
          ? 'O'
          : `${placed.first === at ? 'B' : 'I'}-${writtenWord(placed.span.className, this.#silent(placed.first === at))}`;
      // A sentence never ends inside of an entity: it would come back as two.
      const ends = token.breaks && at > 0 && (placed === undefined || placed.first === at);
      return `${ends ? '\n' : ''}${this.#fourColumns ? `${token.text} -X- _ ${tag}` : `${token.text}\t${tag}`}\n`;
    });
    return [
      {
        path: `${textPath(item)}.conll`,
        content: `${this.#fourColumns ? `${documentStart} -X- _ O` : `${documentStart}\tO`}\n\n${lines.join('')}`,
      },
    ];
  }

  /** Names are counted once for an entity. */
  #silent(first: boolean): TransferReport {
    return first ? this.report : new TransferReport();
  }

  /** The entity of each token: where several want it the longer, then the earlier. */
  #chosen(tokens: readonly TextToken[], spans: readonly WrittenSpan[]): readonly (Placed | undefined)[] {
    const chosen: (Placed | undefined)[] = Array.from({ length: tokens.length });
    const placed = spans.flatMap((span): Placed[] => {
      const found = touched(tokens, span.start, span.end);
      if (found === undefined) return (this.report.add('span', blank), []);
      return [{ span, first: found[0], last: found[1] }];
    });
    for (const each of placed.toSorted(
      (one, other) =>
        other.span.end - other.span.start - (one.span.end - one.span.start) || one.span.start - other.span.start,
    )) {
      const { first, last, span } = each;
      if (chosen.slice(first, last + 1).some(taken => taken !== undefined)) {
        this.report.add('span', covered);
        continue;
      }
      chosen.fill(each, first, last + 1);
      if (tokens[first]!.start !== span.start || tokens[last]!.end !== span.end) this.report.add('span', moved);
    }
    return chosen;
  }
}
