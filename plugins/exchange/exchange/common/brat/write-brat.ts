import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses } from '../exchange/instance-losses.ts';
import { writtenWord } from '../text/label-words.ts';
import { originalsFolder, textPath } from '../text/text-place.ts';
import { textInstances, withoutText } from '../text/text-spans.ts';
import type { WrittenSpan } from '../text/text-spans.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { isOneWord, writeBratConfig } from './brat-config.ts';
import { noteName } from './read-brat.ts';
import { sidePath } from './side-file.ts';
import type { SideNotes } from './side-file.ts';

const noSkip: ReadonlySet<string> = new Set();
const onOneLine = { one: 'was written on one line', many: 'were written on one line each' };

/** A line of the file that others can refer to, with its spans. */
interface Line {
  readonly spans: readonly WrittenSpan[];
}

/** Pieces that an import read as one discontinuous span are on one line again. */
function linesOf(spans: readonly WrittenSpan[]): readonly Line[] {
  const keyOf = ({ instance, className }: WrittenSpan): string | undefined => {
    const { source, groupId } = instance;
    return isRecord(source) && source['format'] === 'brat' && typeof groupId === 'number' && groupId > 0
      ? `${groupId} ${className}`
      : undefined;
  };
  const lines: WrittenSpan[][] = [];
  const byKey = new Map<string, WrittenSpan[]>();
  for (const span of spans) {
    const key = keyOf(span);
    const known = key === undefined ? undefined : byKey.get(key);
    if (known !== undefined) known.push(span);
    else {
      const fresh = [span];
      lines.push(fresh);
      if (key !== undefined) byKey.set(key, fresh);
    }
  }
  return lines.map(each => ({ spans: each.toSorted((one, other) => one.start - other.start) }));
}

/**
 * Writes brat standoff: `.txt` and `.ann` for every text, `annotation.conf`, and a side file for tags and comments of
 * entire texts.
 */
export class BratWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #classes: readonly AnnotationClass[];
  readonly #byName: ReadonlyMap<string, AnnotationClass>;
  readonly #taken = new Set<string>();
  readonly #side: Record<string, SideNotes> = Object.create(null) as Record<string, SideNotes>;

  constructor({ classes }: Pick<WriterHead, 'classes'>) {
    this.#classes = classes;
    this.#byName = new Map(classes.map(each => [each.name, each]));
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return originalsFolder + textPath(item);
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { text, document } = item;
    if (text === undefined) return (this.report.problem(textPath(item), withoutText), []);
    countDocumentLosses(document, this.report, { tags: true, freeText: true });
    const { spans, links, tags } = textInstances(document, this.report, {
      attributes: true,
      links: true,
      tags: true,
      groupsOf: 'brat',
    });
    const whole = textPath(item);
    let bare = /\.txt$/i.test(whole) ? stemOf(whole) : whole;
    if (this.#taken.has(bare)) bare = whole;
    this.#taken.add(bare);
    for (const { attributes } of tags)
      if (Array.isArray(attributes)) this.report.add('tag attribute', dropped, attributes.length);
    this.#note(
      `${bare}.txt`,
      document,
      tags.map(each => each['className'] as string),
    );
    const points = Array.from(text);
    const shown = linesOf(spans);
    const ids = new Map(shown.flatMap(({ spans: pieces }, at) => pieces.map(piece => [piece, `T${at + 1}`] as const)));
    const lines = shown.map(({ spans: pieces }, at) => {
      const covered = pieces
        .map(({ start, end }) => points.slice(start, end).join(''))
        .join(' ')
        .replaceAll('\n', ' ');
      return `T${at + 1}\t${writtenWord(pieces[0]!.className, this.report)} ${pieces.map(({ start, end }) => `${start} ${end}`).join(';')}\t${covered}`;
    });
    lines.push(
      ...links.map(
        ({ className, from, to }, at) =>
          `R${at + 1}\t${writtenWord(className, this.report)} Arg1:${ids.get(from)!} Arg2:${ids.get(to)!}\t`,
      ),
    );
    const [attributes, notes]: [string[], string[]] = [[], []];
    shown.forEach(({ spans: [first] }, at) =>
      this.#values(first!.instance, first!.className, `T${at + 1}`, attributes, notes),
    );
    links.forEach(({ instance, className }, at) => this.#values(instance, className, `R${at + 1}`, undefined, notes));
    return [
      { path: `${bare}.txt`, content: text },
      { path: `${bare}.ann`, content: [...lines, ...attributes, ...notes].map(line => `${line}\n`).join('') },
    ];
  }

  rest(): readonly OutputFile[] {
    const side =
      Object.keys(this.#side).length === 0
        ? []
        : [{ path: sidePath, content: `${JSON.stringify(this.#side, undefined, 2)}\n` }];
    return [{ path: 'annotation.conf', content: writeBratConfig(this.#classes) }, ...side];
  }

  /** Values of one word are attributes, which relations cannot have; all others are notes, which any text fits into. */
  #values(
    instance: WrittenSpan['instance'],
    className: string,
    target: string,
    attributes: string[] | undefined,
    notes: string[],
  ): void {
    const owner = this.#byName.get(className);
    const closed = new Set(
      owner?.attribute_groups
        .filter(each => each.group_type !== 'text' && each.group_type !== 'ocr')
        .map(each => each.name),
    );
    for (const [group, value] of Object.entries(writeAttributes(instance, owner, noSkip))) {
      const values = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(each =>
        typeof each === 'boolean' ? String(Number(each)) : String(each),
      );
      const name = group === 'note' ? noteName : writtenWord(group, this.report);
      if (attributes !== undefined && closed.has(group) && values.every(isOneWord))
        for (const each of values)
          attributes.push(`A${attributes.length + 1}\t${name} ${target}${each === 'true' ? '' : ` ${each}`}`);
      else {
        for (const each of values) {
          if (/[\r\n]/.test(each)) this.report.add('text', onOneLine);
          notes.push(`#${notes.length + 1}\t${name} ${target}\t${each.replaceAll(/\r\n?|\n/g, ' ')}`);
        }
      }
    }
  }

  #note(path: string, document: WrittenItem['document'], classes: readonly string[]): void {
    const tags = Array.isArray(document['tags'])
      ? (document['tags'] as unknown[]).filter(each => typeof each === 'string')
      : [];
    const note = typeof document['freeText'] === 'string' ? document['freeText'] : '';
    if (tags.length + classes.length === 0 && note === '') return;
    this.#side[path] = {
      ...(tags.length === 0 ? {} : { tags }),
      ...(classes.length === 0 ? {} : { classes }),
      ...(note === '' ? {} : { note }),
    };
  }
}
