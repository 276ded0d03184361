import { parse, YAMLParseError } from 'yaml';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { KeypointShape } from './yolo-line.ts';

/** Description of a set. */
export interface YoloSet {
  readonly names: readonly string[];
  readonly keypoints?: KeypointShape;
}

/** Most classes a set may list, and most keypoints an object may have. */
const namesLimit = 100_000;
const keypointsLimit = 1000;

/** The names of a plain list, one a line: `classes.txt`, `obj.names`. */
export const readNameList = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\n|\r/).map(line => line.trim());
  while (lines.at(-1) === '') lines.pop();
  return lines;
};

/** Names as a list or as a map from numbers. */
function namesOf(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  if (!isRecord(value)) throw new ExchangeError(path, 'names must be a list or a map');
  const names: string[] = [];
  for (const [key, name] of Object.entries(value)) {
    const at = Number(key);
    if (!Number.isInteger(at) || at < 0 || at >= namesLimit)
      throw new ExchangeError(path, `names: ${key} is no class number`);
    names[at] = String(name);
  }
  return Array.from(names, name => name ?? '');
}

/** Reads `data.yaml`. @throws ExchangeError naming the line or field */
export function readYoloYaml(text: string, path: string): YoloSet {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 20 });
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    throw new ExchangeError(
      path,
      `${line === undefined ? '' : `line ${line} `}is not valid YAML: ${error instanceof Error ? error.message.split('\n')[0]! : String(error)}`,
    );
  }
  if (!isRecord(value)) throw new ExchangeError(path, 'must hold names');
  const names = namesOf(value['names'], path);
  const shape = value['kpt_shape'];
  if (shape === undefined) return { names };
  const [count, dimensions] = Array.isArray(shape) ? (shape as unknown[]) : [];
  if (
    typeof count !== 'number' ||
    !Number.isInteger(count) ||
    count < 1 ||
    count > keypointsLimit ||
    (dimensions !== 2 && dimensions !== 3)
  )
    throw new ExchangeError(path, 'kpt_shape must be [number of keypoints, 2 or 3]');
  const own = value['kpt_names'];
  const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
  const shared = listOf(own);
  const byClass = new Map(
    isRecord(own) ? Object.entries(own).map(([number, list]) => [Number(number), listOf(list)]) : [],
  );
  return { names, keypoints: { count, dimensions, names: classNumber => byClass.get(classNumber) ?? shared } };
}
