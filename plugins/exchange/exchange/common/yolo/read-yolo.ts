import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import type { ImagePlace } from '../exchange/image-path.ts';
import { textOf } from '../exchange/json-file.ts';
import { probabilityOf } from '../exchange/probability.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../exchange/neutral-document.ts';
import { Companions } from '../exchange/settled-places.ts';
import type { TransferReport } from '../transfer-report.ts';
import { guessTask, readLines, shapesOf, yoloTasks } from './yolo-line.ts';
import type { YoloTask } from './yolo-line.ts';
import { readNameList, readYoloYaml } from './yolo-names.ts';
import type { YoloSet } from './yolo-names.ts';

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isNames = (path: string): boolean => /^(?:classes\.txt|obj\.names|[^/]+\.names)$/i.test(fileName(path));
const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path);
/** Lists of pictures and notes that lie beside labels. */
const isOther = (path: string): boolean =>
  /^(?:train|val|valid|test|report|readme[^/]*|notes)\.txt$/i.test(fileName(path));
const isLabels = (path: string): boolean => path.toLowerCase().endsWith('.txt') && !isNames(path) && !isOther(path);

/** True when the names of files look like a YOLO set. */
export const looksLikeYolo = (paths: readonly string[]): boolean =>
  paths.some(isLabels) &&
  paths.some(
    path =>
      isNames(path) || fileName(path).toLowerCase() === 'obj.data' || /(?:^|\/)(?:data|dataset)\.ya?ml$/i.test(path),
  );

async function descriptionOf(files: readonly ForeignFile[], report: TransferReport): Promise<YoloSet> {
  const yaml = files.find(file => isYaml(file.path));
  if (yaml !== undefined) return readYoloYaml(await textOf(yaml), yaml.path);
  const list = files.find(file => isNames(file.path));
  if (list !== undefined) return { names: readNameList(await textOf(list)) };
  report.problem('', 'The names of the classes are missing: add classes.txt, obj.names or data.yaml.');
  return { names: [] };
}

/** The places of the pictures that `train.txt` of the Darknet layout and its like list. */
async function listedPictures(files: readonly ForeignFile[]): Promise<readonly ImagePlace[]> {
  const places: ImagePlace[] = [];
  for (const file of files) {
    if (!/(?:^|\/)(?:train|val|valid|test)\.txt$/i.test(file.path)) continue;
    for (const line of (await textOf(file)).split(/\r\n|\n|\r/))
      if (line.trim() !== '') places.push(imagePlace(line.trim()));
  }
  return places;
}

/** Most bytes of label files that are kept from counting their numbers to reading them. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Returns how label files are read: a set that is not very large from what was read of it before, each file once. */
function readingTexts(labels: readonly ForeignFile[]): (file: ForeignFile, keep?: boolean) => Promise<string> {
  const isSmall = labels.reduce((sum, file) => sum + file.size, 0) <= KEPT_BYTES;
  const kept = new Map<ForeignFile, string>();
  return async (file, keep = false) => {
    const text = kept.get(file) ?? (await textOf(file));
    if (keep && isSmall) kept.set(file, text);
    else kept.delete(file);
    return text;
  };
}

/**
 * Returns the counts of numbers in the lines of all label files, class number included. A line that is damaged says
 * nothing of the task.
 */
async function countsOf(
  labels: readonly ForeignFile[],
  textOfLabels: ReturnType<typeof readingTexts>,
): Promise<ReadonlySet<number>> {
  const counts = new Set<number>();
  for (const file of labels) {
    for (const line of (await textOfLabels(file, true)).split(/\r\n|\n|\r/)) {
      const values = line.trim().split(/\s+/);
      if (line.trim() !== '' && values.every(value => Number.isFinite(Number(value)))) counts.add(values.length);
    }
  }
  return counts;
}

/** Reads a YOLO set. `task` as chosen; else it follows from how many numbers the lines have. */
export async function readYolo(
  files: readonly ForeignFile[],
  options: { readonly task?: string | undefined; readonly exactScores?: boolean | undefined },
  report: TransferReport,
): Promise<ForeignSet> {
  const { names, keypoints } = await descriptionOf(files, report);
  const labels = files.filter(file => isLabels(file.path));
  const textOfLabels = readingTexts(labels);
  const places = new Map(
    labels.map(file => {
      const place = imagePlace(file.path);
      return [file, { ...place, name: stemOf(place.name) }];
    }),
  );
  const pictures = new Companions(await listedPictures(files), [...places.values()]);
  const chosen = yoloTasks.find(each => each === options.task);
  const guessed = chosen ?? (keypoints === undefined ? guessTask(await countsOf(labels, textOfLabels)) : 'pose');
  if (guessed === undefined && labels.length > 0)
    report.problem(
      '',
      'The lines have different numbers of values, so they are read as boxes. Choose the task of the set.',
    );
  const task: YoloTask = guessed ?? 'detect';
  const documents = labels.map((file): ForeignDocument => {
    const place = places.get(file)!;
    const name = pictures.of(place)?.name ?? place.name;
    return {
      path: file.path,
      ...place,
      name,
      needsSize: true,
      async read(size) {
        const lines = readLines(await textOfLabels(file), file.path);
        if (lines.length > 0 && size === undefined)
          throw new ExchangeError(file.path, 'the size of its image is not known');
        let group = 0;
        const instances = lines.flatMap((line): NeutralInstance[] => {
          const className = names[line.classNumber];
          if (className === undefined || className === '')
            throw new ExchangeError(
              file.path,
              `line ${line.line} has class ${line.classNumber}, but ${names.length} are listed`,
            );
          const { shapes, score, visibility, skeleton } = shapesOf(line, task, size!, keypoints, className, file.path);
          const groupId = shapes.length > 1 ? (group += 1) : 0;
          return shapes.map((geometry, at) => ({
            className,
            geometry,
            fields: {
              ...(groupId > 0 ? { groupId } : {}),
              ...(score === undefined
                ? {}
                : { probability: probabilityOf(score, options.exactScores), creationType: 'Prediction' }),
              ...(at === 0 && skeleton !== undefined
                ? {
                    source: {
                      format: 'yolo',
                      skeleton,
                      ...(visibility?.some(value => value !== 2) === true ? { v: visibility } : {}),
                    },
                  }
                : {}),
            },
          }));
        });
        return { path: file.path, name, folder: place.folder, ...size, instances };
      },
    };
  });
  return { labels: names.filter(name => name !== '').map(name => ({ name })), documents };
}
