import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { countDocumentLosses } from '../exchange/instance-losses.ts';
import { keptSource } from '../exchange/json-file.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { answersOf, questionsOf, regionId } from '../label-studio/written-results.ts';
import { originalsFolder, textPath } from '../text/text-place.ts';
import { textInstances, withoutText } from '../text/text-spans.ts';
import type { WrittenSpan } from '../text/text-spans.ts';
import { TransferReport } from '../transfer-report.ts';

const FORMAT = 'label-studio-text';
const shared = { to_name: 'text', origin: 'manual' };

/**
 * Writes task lists of Label Studio with spans, relations and answers about texts, and the labelling setup beside them.
 */
export class LabelStudioTextWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly list = {
    path: 'tasks.json',
    start: (): string => '[',
    item: (item: WrittenItem): string => this.#task(item),
    end: (): Iterable<string> => ['\n]\n'],
  };
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  #tasks = 0;

  constructor({ classes }: Pick<WriterHead, 'classes'>) {
    this.#classes = new Map(classes.map(each => [each.name, each]));
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return originalsFolder + textPath(item);
  }

  rest(): readonly OutputFile[] {
    const named = (type: number, tag: string): string =>
      [...this.#classes.values()]
        .filter(each => each.type === type)
        .map(
          each =>
            `      <${tag} value="${escapeXml(each.name)}"${tag === 'Label' ? ` background="${each.color}"` : ''}/>\n`,
        )
        .join('');
    return [
      {
        path: 'label_config.xml',
        content: `<View>\n    <Labels name="label" toName="text">\n${named(1, 'Label')}    </Labels>\n    <Relations>\n${named(3, 'Relation')}    </Relations>\n    <Text name="text" value="$text"/>\n${questionsOf(this.#classes.values(), 'text')}</View>\n`,
      },
    ];
  }

  #task({ name, folder, document, text }: WrittenItem): string {
    if (text === undefined) return (this.report.problem(textPath({ name, folder }), withoutText), '');
    countDocumentLosses(document, this.report, { tags: true, freeText: true });
    const { spans, links, tags } = textInstances(document, this.report, { attributes: true, links: true, tags: true });
    const id = (this.#tasks += 1);
    const points = Array.from(text);
    // Browsers count in UTF-16 units.
    const units = new Uint32Array(points.length + 1);
    points.forEach((point, at) => (units[at + 1] = units[at]! + point.length));
    const ids = new Map(spans.map((span, at) => [span, regionId(span.instance, FORMAT, id, at)]));
    const results = [
      ...spans.flatMap(span => [
        this.#span(span, ids.get(span)!, units, points),
        ...answersOf(span.instance, this.#classes.get(span.className), ids.get(span)!, shared),
      ]),
      ...links.map(({ from, to, className, instance }) => {
        if (Array.isArray(instance['attributes']))
          this.report.add(
            'relationship attribute',
            { one: 'was dropped', many: 'were dropped' },
            instance['attributes'].length,
          );
        return {
          from_id: ids.get(from),
          to_id: ids.get(to),
          type: 'relation',
          direction: 'right',
          labels: [className],
        };
      }),
      ...tags.flatMap((instance, at) => {
        const answers = answersOf(
          instance,
          this.#classes.get(String(instance['className'])),
          regionId(instance, FORMAT, id, spans.length + at),
          shared,
        );
        if (answers.length === 0)
          this.report.add('tag instance without attributes', { one: 'was dropped', many: 'were dropped' });
        return answers;
      }),
    ];
    const itemTags = Array.isArray(document['tags'])
      ? (document['tags'] as unknown[]).filter(each => typeof each === 'string')
      : [];
    const note = typeof document['freeText'] === 'string' ? document['freeText'] : '';
    const { data } = keptSource(isRecord(document['metadata']) ? document['metadata'] : {}, FORMAT);
    const task = {
      id,
      data: {
        ...(isRecord(data) ? data : {}),
        text,
        file: name,
        ...(folder === '' ? {} : { folder }),
        ...(itemTags.length === 0 ? {} : { tags: itemTags }),
        ...(note === '' ? {} : { note }),
      },
      annotations: results.length === 0 ? [] : [{ id, result: results, was_cancelled: false, ground_truth: false }],
      predictions: [],
    };
    return `${id > 1 ? ',' : ''}\n${JSON.stringify(task)}`;
  }

  #span(
    { instance, className, start, end }: WrittenSpan,
    id: string,
    units: Uint32Array,
    points: readonly string[],
  ): JsonRecord {
    const predicted =
      instance['creationType'] === 'Prediction' && typeof instance['probability'] === 'number'
        ? { score: instance['probability'] / 100 }
        : {};
    return {
      id,
      type: 'labels',
      from_name: 'label',
      ...shared,
      ...predicted,
      value: {
        start: units[Math.min(start, points.length)],
        end: units[Math.min(end, points.length)],
        text: points.slice(start, end).join(''),
        labels: [className],
      },
    };
  }
}
