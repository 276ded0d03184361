import { LayoutFiles } from './foreign-layout.support.ts';
import type { LayoutWriter } from './foreign-layout.support.ts';
import { encoded, joined, textOfWords } from './planned-set.support.ts';
import type { PlannedItem } from './planned-set.support.ts';

const nameOf = ({ stem }: PlannedItem): string => `${stem}.txt`;
const noBytes = new Uint8Array();

const brat: LayoutWriter = set => {
  const layout = new LayoutFiles(set, noBytes);
  for (const item of set.items) {
    const path = joined(item.part, item.folder, layout.spelled(item.stem));
    // Places count the characters of the text as it is in the file, so it keeps one line end.
    layout.files.set(`${path}.txt`, encoded(textOfWords(item), { ...set, lineEnd: '\n' }));
    layout.text(
      `${path}.ann`,
      item.objects
        .map(({ label, x1, x2 }, at) =>
          layout.isDamaged(item, at)
            ? `T${at + 1}\t${label} x ${x2}\tx\n`
            : `T${at + 1}\t${label} ${x1} ${x2}\t${Array.from(textOfWords(item)).slice(x1, x2).join('')}\n`,
        )
        .join(''),
    );
    layout.media.set(item, `${path}.txt`);
  }
  return layout;
};

const conll: LayoutWriter = set => {
  const layout = new LayoutFiles(set, noBytes);
  for (const item of set.items) {
    const path = joined(item.part, item.folder, `${layout.spelled(item.stem)}.conll`);
    const labelAt = (at: number): string | undefined => item.objects[at]?.label;
    layout.text(
      path,
      `${item.words
        .map((word, at) => {
          const tag = layout.isDamaged(item, at) ? 'nothing' : labelAt(at) === undefined ? 'O' : `B-${labelAt(at)}`;
          return set.isSparse ? `${word} ${tag}\n` : `${word}\tNN\t_\t${tag}\n`;
        })
        .join('')}\n`,
    );
    layout.media.set(item, path);
  }
  return layout;
};

const prodigy: LayoutWriter = set => {
  const layout = new LayoutFiles(set, noBytes);
  for (const [part, items] of layout.parts()) {
    const path = part === '' ? 'texts.jsonl' : `${part}.jsonl`;
    const line = (item: PlannedItem): string =>
      JSON.stringify({
        text: textOfWords(item),
        spans: item.objects.map(({ label, x1, x2 }, at) => ({
          start: layout.isDamaged(item, at) ? 'x' : x1,
          end: x2,
          label,
          ...(set.isSparse ? {} : { token_start: at, token_end: at }),
        })),
        meta: { file: layout.spelled(nameOf(item)), folder: joined(part, item.folder) },
        ...(set.isSparse ? {} : { answer: 'accept', _input_hash: 1 }),
      });
    layout.text(path, items.map(item => `${line(item)}\n`).join(''));
    for (const item of items) layout.media.set(item, path);
  }
  return layout;
};

const labelStudioText: LayoutWriter = set => {
  const layout = new LayoutFiles(set, noBytes);
  const task = (item: PlannedItem): object => ({
    ...(set.isSparse ? {} : { id: 7 }),
    data: { text: textOfWords(item), file: layout.spelled(nameOf(item)), folder: joined(item.part, item.folder) },
    annotations: [
      {
        result: item.objects.map(({ label, x1, x2 }, at) => ({
          id: `r${at}`,
          type: 'labels',
          from_name: 'label',
          to_name: 'text',
          value: {
            ...unitsOf(textOfWords(item), x1, x2),
            ...(layout.isDamaged(item, at) ? { start: 'x' } : {}),
            labels: [label],
          },
        })),
      },
    ],
  });
  layout.json('tasks.json', set.items.map(task));
  for (const item of set.items) layout.media.set(item, 'tasks.json');
  return layout;
};

/** A stretch in UTF-16 units, as browsers count, with the text it covers. */
function unitsOf(
  text: string,
  from: number,
  to: number,
): { readonly start: number; readonly end: number; readonly text: string } {
  const points = Array.from(text);
  const before = points.slice(0, from).join('').length;
  const covered = points.slice(from, to).join('');
  return { start: before, end: before + covered.length, text: covered };
}

/** Layouts of tools for texts. */
export const textLayouts: readonly { readonly name: string; readonly write: LayoutWriter }[] = [
  { name: 'brat', write: brat },
  { name: 'CoNLL', write: conll },
  { name: 'Prodigy', write: prodigy },
  { name: 'Label Studio', write: labelStudioText },
];
