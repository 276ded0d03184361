import type { PartsFile, PointReader } from './point-reader.ts';
import { assertCoordinates, badCloud, lidarAxes, roleOf } from './point-reader.ts';
import type { TextField } from './text-points.ts';
import { textBatches, textLines } from './text-points.ts';

const NAMES: Readonly<Record<number, readonly string[]>> = {
  3: ['x', 'y', 'z'],
  4: ['x', 'y', 'z', 'intensity'],
  6: ['x', 'y', 'z', 'red', 'green', 'blue'],
  7: ['x', 'y', 'z', 'intensity', 'red', 'green', 'blue'],
};

/**
 * Opens a text file with a point a line: `x y z`, then intensity, or red green blue, or all four. A first line of names
 * says otherwise; a first line of one number, the count of PTS files, is passed over.
 * @throws Fault ASSET_UNREADABLE naming what is wrong
 */
export function openText(file: PartsFile): PointReader {
  const { fields, skipped } = layoutOf(file);
  const columns: TextField[] = fields.map(name => ({ role: roleOf(name) }));
  const roles = new Set(columns.flatMap(({ role }) => (role === undefined || role === 'rgb' ? [] : [role])));
  assertCoordinates(file.name, roles);
  return {
    header: { fields, roles, unit: 'm', axes: lidarAxes, pose: null },
    points: undefined,
    slow: true,
    batches() {
      const lines = textLines(file);
      for (let line = 0; line < skipped; line += 1) lines.next();
      return textBatches(file, lines, columns);
    },
    close: () => undefined,
  };
}

function layoutOf(file: PartsFile): { readonly fields: readonly string[]; readonly skipped: number } {
  let skipped = 0;
  let named: readonly string[] | undefined;
  for (const line of textLines(file)) {
    const text = line.trim();
    const words = text
      .replace(/^(#|\/\/)\s*/, '')
      .split(/[\s,;]+/)
      .filter(word => word !== '');
    if (words.length >= 3 && words.every(word => Number.isFinite(Number(word))) && !/^(#|\/\/)/.test(text)) {
      if (named !== undefined && named.length <= words.length) return { fields: named, skipped };
      const fields = NAMES[words.length] ?? [...NAMES[3]!, ...words.slice(3).map((_, at) => `value_${at + 1}`)];
      return { fields, skipped };
    }
    if (words.some(word => word.toLowerCase() === 'x')) named = words;
    else if (text !== '' && !/^(#|\/\/)/.test(text) && words.length !== 1)
      throw badCloud(
        file.name,
        `Line ${skipped + 1} has no point. Use lines of x y z, with intensity or red green blue.`,
      );
    skipped += 1;
    if (skipped > 1000) break;
  }
  throw badCloud(file.name, 'It has no points in its first lines. Use lines of x y z.');
}
