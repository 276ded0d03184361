import { csvCell, unguarded } from '#core/base/common/index.ts';
import { readCsv } from '#plugins/workspace/items/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { Cue } from './cue.ts';
import { attributeLines, cueText } from './cue.ts';

/** Kinds of files with cues. */
export const cueTasks = ['vtt', 'srt', 'csv', 'audacity'] as const;
export type CueTask = (typeof cueTasks)[number];

const endings: Readonly<Record<CueTask, string>> = { vtt: 'vtt', srt: 'srt', csv: 'csv', audacity: 'txt' };

/** The ending of the files of a kind. */
export const cueEnding = (task: CueTask): string => endings[task];

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Hours, minutes, seconds and milliseconds, rounded up so that the time lies in the same frame. */
function clock(seconds: number, separator: ',' | '.'): string {
  const milliseconds = Math.ceil(seconds * 1000 - 1e-6);
  const parts = [
    Math.floor(milliseconds / 3_600_000),
    Math.floor(milliseconds / 60_000) % 60,
    Math.floor(milliseconds / 1000) % 60,
  ];
  return `${parts.map(part => String(part).padStart(2, '0')).join(':')}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** Blank lines end a cue and an arrow begins one. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('-->', '→').trim();
const escapedVtt = (text: string): string => plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The text of a file of cues, ordered by time. */
export function writeCues(cues: readonly Cue[], task: CueTask): string {
  const ordered = cues.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const linesOf = (cue: Cue): readonly string[] => [cue.label, ...attributeLines(cue.attributes)];
  switch (task) {
    case 'vtt':
      return `WEBVTT\n${ordered
        .map(
          cue => `\n${clock(cue.start, '.')} --> ${clock(cue.end, '.')}\n${linesOf(cue).map(escapedVtt).join('\n')}\n`,
        )
        .join('')}`;
    case 'srt':
      return ordered
        .map(
          (cue, at) =>
            `${at + 1}\n${clock(cue.start, ',')} --> ${clock(cue.end, ',')}\n${linesOf(cue).map(plain).join('\n')}\n`,
        )
        .join('\n');
    case 'csv':
      return `${csvLine(['start', 'end', 'label', 'attributes'])}${ordered
        .map(cue =>
          csvLine([
            cue.start.toFixed(6),
            cue.end.toFixed(6),
            cue.label,
            Object.keys(cue.attributes).length === 0 ? '' : JSON.stringify(cue.attributes),
          ]),
        )
        .join('')}`;
    case 'audacity':
      return ordered.map(cue => `${cue.start.toFixed(6)}\t${cue.end.toFixed(6)}\t${plain(cue.label)}\n`).join('');
  }
}

const CLOCK = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,6})`;
const ARROW = new RegExp(String.raw`^\s*${CLOCK}\s+-->\s+${CLOCK}`);
const AUDACITY = /^(\d+(?:[.,]\d+)?)\t(\d+(?:[.,]\d+)?)(?:\t(.*))?$/;

/** The kind of a file of cues by its name and text; undefined for other files. */
export function cueTaskOf(path: string, text: string): CueTask | undefined {
  const head = text.slice(0, 4000);
  if (/\.vtt$/i.test(path) || /^WEBVTT(?:\s|$)/.test(head)) return 'vtt';
  if (/\.srt$/i.test(path)) return 'srt';
  const line = head.split(/\r?\n/).find(each => each.trim() !== '' && !each.startsWith('\\'));
  if (line === undefined) return undefined;
  if (/\.csv$/i.test(path)) {
    const names = line
      .toLowerCase()
      .split(',')
      .map(each => each.trim().replaceAll('"', ''));
    return ['start', 'end', 'label'].every(name => names.includes(name)) ? 'csv' : undefined;
  }
  return /\.txt$/i.test(path) && AUDACITY.test(line) ? 'audacity' : undefined;
}

/** Reads a file of cues. @throws ExchangeError naming the line */
export function readCues(text: string, task: CueTask, path: string): readonly Cue[] {
  if (task === 'csv') return csvCues(text, path);
  const lines = text.split(/\r\n?|\n/);
  return task === 'audacity' ? audacityCues(lines, path) : subtitleCues(lines, task, path);
}

function subtitleCues(lines: readonly string[], task: CueTask, path: string): readonly Cue[] {
  const cues: Cue[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!lines[at]!.includes('-->')) continue;
    const found = ARROW.exec(lines[at]!);
    if (found === null)
      throw new ExchangeError(path, `line ${at + 1} must be of the form 00:00:01.000 --> 00:00:02.000`);
    const time = (place: number): number => {
      const [hours, minutes, seconds, fraction] = found.slice(place, place + 4) as [
        string | undefined,
        string,
        string,
        string,
      ];
      return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
    };
    const body: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '') body.push(lines[(at += 1)]!);
    cues.push({ ...spanOf(time(1), time(5), at, path), ...cueText(task === 'vtt' ? body.map(unescapedVtt) : body) });
  }
  return cues;
}

const unescapedVtt = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function audacityCues(lines: readonly string[], path: string): readonly Cue[] {
  return lines.flatMap((line, at): readonly Cue[] => {
    // Lines after a label that begin with a backslash hold its frequencies.
    if (line.trim() === '' || line.startsWith('\\')) return [];
    const found = AUDACITY.exec(line);
    if (found === null) throw new ExchangeError(path, `line ${at + 1} must be start, end and label with tabs between`);
    const second = (place: number): number => Number(found[place]!.replace(',', '.'));
    return [{ ...spanOf(second(1), second(2), at, path), label: (found[3] ?? '').trim(), attributes: {} }];
  });
}

function csvCues(text: string, path: string): readonly Cue[] {
  const [head = [], ...rows] = readCsv(text);
  const names = head.map(name => name.trim().toLowerCase());
  return rows.flatMap((row, at): readonly Cue[] => {
    if (row.every(cell => cell.trim() === '')) return [];
    const cell = (name: string): string => unguarded(row[names.indexOf(name)] ?? '').trim();
    const time = (name: string): number => (cell(name) === '' ? Number.NaN : Number(cell(name)));
    return [
      {
        ...spanOf(time('start'), time('end'), at + 1, path),
        label: cell('label'),
        attributes: attributesOf(cell('attributes'), at + 2, path),
      },
    ];
  });
}

function attributesOf(text: string, line: number, path: string): Cue['attributes'] {
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Cue['attributes'];
  } catch {
    // Reported below with the line.
  }
  throw new ExchangeError(path, `line ${line} attributes must be a JSON object`);
}

/** @throws ExchangeError naming the line, which counts from 0 here */
function spanOf(start: number, end: number, at: number, path: string): Pick<Cue, 'start' | 'end'> {
  if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0)
    throw new ExchangeError(path, `line ${at + 1} must begin and end at numbers of seconds`);
  if (end < start) throw new ExchangeError(path, `line ${at + 1} ends before it begins`);
  return { start, end };
}
