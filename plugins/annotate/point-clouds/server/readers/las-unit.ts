import type { CloudView } from '../../common/cloud-view.ts';
import type { PartsFile } from './point-reader.ts';

const RECORD_HEADER = 54;
const KEYS = 34_735;
const WKT = 2112;
/** The key that names the unit of projected coordinates, and what its values mean. */
const LINEAR_UNIT = 3076;
const UNITS: Readonly<Record<number, CloudView['unit']>> = { 9001: 'm', 9002: 'ft', 9003: 'us-ft' };
const MOST_RECORDS = 1000;

/** The unit that the coordinate system in the records of a LAS file names; metres where there is none. */
export function lasUnit(file: PartsFile, first: number, records: number, end: number): CloudView['unit'] {
  let at = first;
  for (let record = 0; record < Math.min(records, MOST_RECORDS) && at + RECORD_HEADER <= end; record += 1) {
    const header = file.read(at, RECORD_HEADER);
    if (header.length < RECORD_HEADER) break;
    const id = header.readUInt16LE(18);
    const length = header.readUInt16LE(20);
    if (header.toString('latin1', 2, 17).startsWith('LASF_Projection')) {
      const bytes = file.read(at + RECORD_HEADER, length);
      if (id === WKT) return wktUnit(bytes.toString('latin1'));
      if (id === KEYS)
        for (let key = 8; key + 8 <= bytes.length; key += 8)
          if (bytes.readUInt16LE(key) === LINEAR_UNIT) return UNITS[bytes.readUInt16LE(key + 6)] ?? 'm';
    }
    at += RECORD_HEADER + length;
  }
  return 'm';
}

/** The last length unit in a coordinate system; angles have units of their own before it. */
function wktUnit(text: string): CloudView['unit'] {
  const units = [...text.matchAll(/(?:LENGTHUNIT|UNIT)\["([^"]*)"/gi)].map(each => each[1]!.toLowerCase());
  const length = units.findLast(each => /met(re|er)|foot|feet|ft/.test(each)) ?? 'metre';
  if (/us|survey/.test(length) && /foot|feet|ft/.test(length)) return 'us-ft';
  return /foot|feet|ft/.test(length) ? 'ft' : 'm';
}
