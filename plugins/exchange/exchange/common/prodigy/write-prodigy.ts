import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { countDocumentLosses } from '../exchange/instance-losses.ts';
import { keptSource } from '../exchange/json-file.ts';
import { originalsFolder, textPath } from '../text/text-place.ts';
import { textInstances, withoutText } from '../text/text-spans.ts';
import type { WrittenSpan } from '../text/text-spans.ts';
import { tokensOf, touched } from '../text/text-tokens.ts';
import { dropped, TransferReport } from '../transfer-report.ts';

const noSkip: ReadonlySet<string> = new Set();

/** Writes Prodigy JSON lines: a line for every text with its tokens, spans and relations. */
export class ProdigyWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly list = {
    path: 'annotations.jsonl',
    start: () => '',
    item: (item: WrittenItem) => this.#line(item),
    end: (): readonly string[] => [],
  };
  readonly #classes: ReadonlyMap<string, AnnotationClass>;

  constructor({ classes }: Pick<WriterHead, 'classes'>) {
    this.#classes = new Map(classes.map(each => [each.name, each]));
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return originalsFolder + textPath(item);
  }

  #line({ name, folder, document, text }: WrittenItem): string {
    if (text === undefined) return (this.report.problem(textPath({ name, folder }), withoutText), '');
    countDocumentLosses(document, this.report, { tags: true, freeText: true });
    const { spans, links, tags } = textInstances(document, this.report, { attributes: true, links: true, tags: true });
    for (const { attributes } of tags)
      if (Array.isArray(attributes)) this.report.add('tag attribute', dropped, attributes.length);
    // Spans must begin and end with tokens.
    const tokens = tokensOf(text, new Set(spans.flatMap(({ start, end }) => [start, end])));
    const points = Array.from(text);
    const stretch = ({ start, end }: WrittenSpan): JsonRecord => {
      const found = touched(tokens, start, end);
      return { start, end, ...(found === undefined ? {} : { token_start: found[0], token_end: found[1] }) };
    };
    const values = (instance: JsonRecord, className: string): JsonRecord => {
      const written = writeAttributes(instance, this.#classes.get(className), noSkip);
      return Object.keys(written).length === 0 ? {} : { attributes: written };
    };
    const keyOf = ({ start, end: last, className }: WrittenSpan): string => `${start} ${last} ${className}`;
    const alike = new Map<string, number>();
    for (const span of spans) alike.set(keyOf(span), (alike.get(keyOf(span)) ?? 0) + 1);
    // Ends of relations are known by place and label; among spans that share both, by their number in the list.
    const end = (span: WrittenSpan): JsonRecord => ({
      ...stretch(span),
      label: span.className,
      ...(alike.get(keyOf(span))! > 1 ? { index: spans.indexOf(span) } : {}),
    });
    const itemTags = Array.isArray(document['tags'])
      ? (document['tags'] as unknown[]).filter(each => typeof each === 'string')
      : [];
    const note = typeof document['freeText'] === 'string' ? document['freeText'] : '';
    const { meta, ...kept } = keptSource(isRecord(document['metadata']) ? document['metadata'] : {}, 'prodigy');
    const line = {
      ...kept,
      text,
      tokens: tokens.map(({ text: token, start, end }, id) => ({
        text: token,
        start,
        end,
        id,
        ws: points[end] === ' ',
      })),
      spans: spans.map(span => ({
        ...keptSource(span.instance, 'prodigy'),
        ...stretch(span),
        label: span.className,
        ...values(span.instance, span.className),
      })),
      ...(links.length === 0
        ? {}
        : {
            relations: links.map(({ from, to, className, instance }) => {
              const [head, child] = [end(from), end(to)];
              // A relation hangs on the last tokens of its spans.
              return {
                ...('token_end' in head && 'token_end' in child
                  ? { head: head['token_end'], child: child['token_end'] }
                  : {}),
                head_span: head,
                child_span: child,
                label: className,
                ...values(instance, className),
              };
            }),
          }),
      ...(tags.length === 0 ? {} : { accept: tags.map(each => each['className']) }),
      meta: {
        ...(isRecord(meta) ? meta : {}),
        file: name,
        ...(folder === '' ? {} : { folder }),
        ...(itemTags.length === 0 ? {} : { tags: itemTags }),
        ...(note === '' ? {} : { note }),
      },
      answer: 'accept',
    };
    return `${JSON.stringify(line)}\n`;
  }
}
