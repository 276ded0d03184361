import { randomUuid } from '#core/base/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import { textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  ItemContent,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { groupBy } from '../group-by.ts';
import { namesOfWords } from '../text/label-words.ts';
import { plainText, rawText } from '../text/plain-text.ts';
import type { PlainText } from '../text/plain-text.ts';
import { textPlace } from '../text/text-place.ts';
import type { TransferReport } from '../transfer-report.ts';
import { labelsOfConfig, readBratConfig } from './brat-config.ts';
import { readBratText } from './brat-file.ts';
import type { BratFile, BratValue } from './brat-file.ts';
import { readSideFile, sidePath } from './side-file.ts';
import type { SideNotes } from './side-file.ts';

const inPieces = {
  one: 'was read as one span for each of its pieces',
  many: 'were read as one span for each of their pieces',
};
/** The name of notes that brat has a field for. */
export const noteName = 'AnnotatorNotes';

/**
 * Returns the positions of the file's spans in the text: in most files as the file's bytes say, in some with line ends
 * counted as one all the same.
 */
function placesOf(raw: string, { spans }: BratFile): PlainText {
  const counted = plainText(raw);
  const plain = plainText(counted.text);
  const fits = (way: PlainText): number => {
    const points = Array.from(way.text);
    return spans.filter(
      ({ stretches, covered }) => covered !== undefined && coveredBy(points, stretches, way) === asOneLine(covered),
    ).length;
  };
  return counted.length !== Array.from(raw).length && fits(plain) > fits(counted) ? plain : counted;
}

const asOneLine = (text: string): string => text.replaceAll(/\r\n?|\n/g, ' ');
const coveredBy = (
  points: readonly string[],
  stretches: readonly (readonly [number, number])[],
  { place }: PlainText,
): string => asOneLine(stretches.map(([start, end]) => points.slice(place(start), place(end)).join('')).join(' '));

/** Gives words of the file the names that the project has. */
interface Names {
  readonly nameOf: (word: string) => string;
  readonly groupOf: (word: string) => string;
}

const namesIn = (classes: ReadHead['classes']): Names => ({
  nameOf: namesOfWords(classes),
  groupOf: namesOfWords(classes.flatMap(each => each.attribute_groups)),
});

/** Attributes of a target by name: several values of one name become a list. */
function attributesOf(values: readonly BratValue[], { groupOf }: Names): Record<string, unknown> {
  const found = new Map<string, string[]>();
  for (const { kind, name, value } of values) {
    const key = kind === 'note' && name === noteName ? 'note' : groupOf(name);
    found.set(key, [...(found.get(key) ?? []), value]);
  }
  return Object.fromEntries(
    [...found].map(([name, list]) => [name, list.length === 1 ? list[0] : name === 'note' ? list.join('\n') : list]),
  );
}

/** Of a text that is not known. */
const uncounted: PlainText = { text: '', length: 0, place: point => point };

function instancesOf(
  file: BratFile,
  text: PlainText | undefined,
  path: string,
  names: Names,
  report: TransferReport,
): readonly NeutralInstance[] {
  const { nameOf } = names;
  const values = groupBy(file.values, each => file.triggers.get(each.target) ?? each.target);
  const where = text ?? uncounted;
  const points = Array.from(where.text);
  const ids = new Map<string, string>();
  const instances: NeutralInstance[] = [];
  let group = 0;
  for (const { id, type, stretches, covered, line } of file.spans) {
    const found = coveredBy(points, stretches, where);
    if (covered !== undefined && covered !== '' && found !== asOneLine(covered) && text !== undefined)
      report.problem(path, `line ${line}: ${id} covers '${found.slice(0, 60)}', file says '${covered.slice(0, 60)}'`);
    const several = stretches.length > 1;
    if (several) {
      report.add('discontinuous span', inPieces);
      group += 1;
    }
    stretches.forEach(([start, end], at) => {
      if (where.place(end) <= where.place(start))
        return report.problem(
          path,
          `line ${line}: ${id} lies beyond the end of the text, which has ${where.length} characters`,
        );
      const own = randomUuid();
      if (at === 0) ids.set(id, own);
      instances.push({
        className: nameOf(type),
        geometry: { type: 'entity', id: own, start: where.place(start), end: where.place(end) },
        attributes: attributesOf(values.get(id) ?? [], names),
        ...(several ? { fields: { groupId: group, source: { format: 'brat', id } } } : {}),
      });
    });
  }
  const idOf = (id: string): string | undefined => ids.get(file.triggers.get(id) ?? id);
  for (const { id, type, from, to, line } of file.links) {
    const [start, end] = [idOf(from), idOf(to)];
    if (start === undefined || end === undefined)
      report.problem(
        path,
        `line ${line}: ${type} leads to ${start === undefined ? from : to}, which is no span of the file`,
      );
    else
      instances.push({
        className: nameOf(type),
        geometry: { type: 'relationship', id: randomUuid(), from: start, to: end },
        attributes: id === '' ? {} : attributesOf(values.get(id) ?? [], names),
      });
  }
  return instances;
}

interface Pair {
  readonly ann: ForeignFile;
  readonly txt: ForeignFile | undefined;
  readonly bare: string;
}

async function readPair(
  { ann, txt, bare }: Pair,
  item: ItemContent | undefined,
  side: SideNotes | undefined,
  { report, classes }: ReadHead,
): Promise<NeutralDocument> {
  const file = readBratText(await textOf(ann), ann.path);
  const place = textPlace(bare);
  const raw = txt === undefined ? undefined : await rawText(txt);
  const where = raw !== undefined ? placesOf(raw, file) : item?.text === undefined ? undefined : plainText(item.text);
  if (raw !== undefined && item?.text !== undefined && item.text !== where?.text)
    throw new ExchangeError(
      ann.path,
      `the text of the item ${place.name} differs from that of ${txt!.path}, so that places would not fit; rename the item or delete it first`,
    );
  const notes = file.values.filter(each => each.kind === 'note' && each.target === '').map(each => each.value);
  return {
    path: ann.path,
    name: place.name,
    folder: place.folder,
    instances: [
      ...instancesOf(file, where, ann.path, namesIn(classes), report),
      ...(side?.classes ?? []).map((className): NeutralInstance => ({
        className,
        geometry: { type: 'tag', id: randomUuid() },
      })),
    ],
    tags: side?.tags ?? [],
    freeText: [...notes, ...(side?.note === undefined ? [] : [side.note])].join('\n'),
  };
}

/**
 * Choices that lines of attributes make, by class: values of one word each, several at once where a span has several.
 */
async function labelsOfFiles(pairs: readonly Pair[], { nameOf, groupOf }: Names): Promise<readonly ForeignLabel[]> {
  const groups = new Map<string, Map<string, { values: Set<string>; several: boolean }>>();
  for (const { ann } of pairs) {
    let file: BratFile;
    try {
      file = readBratText(await textOf(ann), ann.path);
    } catch (error) {
      // A damaged file is reported when it is read.
      if (error instanceof ExchangeError) continue;
      throw error;
    }
    const types = new Map([...file.spans, ...file.links].map(each => [each.id, each.type]));
    const seen = new Set<string>();
    for (const { kind, name, target, value } of file.values) {
      const owner = file.triggers.get(target) ?? target;
      const type = types.get(owner);
      if (kind !== 'attribute' || type === undefined) continue;
      const ofType = groups.get(type) ?? new Map<string, { values: Set<string>; several: boolean }>();
      const group = ofType.get(name) ?? { values: new Set(), several: false };
      group.values.add(value);
      if (seen.has(`${owner} ${name}`)) group.several = true;
      seen.add(`${owner} ${name}`);
      groups.set(type, ofType.set(name, group));
    }
  }
  return [...groups].map(([type, ofType]) => ({
    name: nameOf(type),
    groups: [...ofType].map(([name, { values, several }]) => ({
      name: groupOf(name),
      type: several ? ('checklist' as const) : ('radio' as const),
      values: [...values],
    })),
  }));
}

/** Reads brat standoff files: `.ann` with the `.txt` of the same name, or for the item of that name. */
export async function readBrat(files: readonly ForeignFile[], head: ReadHead): Promise<ForeignSet> {
  const texts = new Map(
    files.filter(each => /\.txt$/i.test(each.path)).map(each => [each.path.slice(0, -'.txt'.length), each]),
  );
  const pairs = files
    .filter(each => /\.ann$/i.test(each.path))
    .map((ann): Pair => {
      const bare = ann.path.slice(0, -'.ann'.length);
      return { ann, bare, txt: texts.get(bare) };
    });
  const names = namesIn(head.classes);
  const config = files.find(each => /(?:^|\/)annotation\.conf$/i.test(each.path));
  const side = files.find(each => each.path === sidePath || each.path.endsWith(`/${sidePath}`));
  const top = side === undefined ? '' : side.path.slice(0, -sidePath.length);
  const notes = side === undefined ? undefined : readSideFile(await textOf(side));
  const listed = config === undefined ? [] : labelsOfConfig(readBratConfig(await textOf(config)), names.nameOf);
  // A name of relations is no role of the same name, so what the configuration says comes first.
  const used = await labelsOfFiles(pairs, names);
  const types = new Map(listed.map(each => [each.name, each.type ?? 1]));
  return {
    labels: [...listed, ...used.filter(each => types.get(each.name) !== 3)],
    documents: pairs.map((pair): ForeignDocument => ({
      path: pair.ann.path,
      ...textPlace(pair.bare),
      ...(pair.txt === undefined ? {} : { text: async () => plainText(await rawText(pair.txt!)).text }),
      read: (_, item) => readPair(pair, item, notes?.get(`${pair.bare.slice(top.length)}.txt`), head),
    })),
  };
}
