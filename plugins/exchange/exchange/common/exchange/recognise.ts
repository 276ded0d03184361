import { archivePaths } from '../archive-names.ts';
import { isBratLine } from '../brat/brat-file.ts';
import { hasSegments, isCoco } from '../coco/join-coco.ts';
import { isConllName, looksLikeConll } from '../conll/conll-file.ts';
import { isCvat } from '../cvat/read-cvat.ts';
import { isGeoJsonText } from '../geojson/geojson-file.ts';
import { isCvatVideo } from '../cvat-video/read-cvat-video.ts';
import { cueTaskOf } from '../events/cue-files.ts';
import { recogniseClouds } from '../cloud/recognise-clouds.ts';
import { isLabelMeText } from '../labelme/read-labelme.ts';
import { isLabelStudio, isLabelStudioText } from '../label-studio/task-results.ts';
import { isLabelStudioVideo } from '../label-studio-video/read-label-studio-video.ts';
import { isMotPath, isMotText } from '../mot/mot-file.ts';
import { looksLikeMasks } from '../masks/read-masks.ts';
import { isProdigy } from '../prodigy/read-prodigy.ts';
import { isVoc } from '../voc/read-voc.ts';
import { looksLikeYolo } from '../yolo/read-yolo.ts';
import type { ExchangeFormatId } from './format-table.ts';
import { isPlainName, parseJson, textOf } from './json-file.ts';
import type { ForeignFile } from './neutral-document.ts';

/** Files of a kind that are looked into before it is given up. */
const tries = 5;

/**
 * The format of a set of files, by their content; undefined for the own format and for what is not known. Files that
 * had to be parsed for it go into `parsed`, so that their reader need not parse them again.
 */
export async function recognise(
  files: readonly ForeignFile[],
  parsed = new Map<ForeignFile, unknown>(),
): Promise<ExchangeFormatId | 'coco' | undefined> {
  const paths = files.map(file => file.path);
  const markup = await Promise.all(
    files
      .filter(each => each.path.toLowerCase().endsWith('.xml'))
      .slice(0, tries)
      .map(textOf),
  );
  const scans = await recogniseClouds(files, markup);
  if (scans !== undefined) return scans;
  // A video without objects looks like pictures without any, so all files are asked before one of them decides.
  if (markup.some(isCvatVideo) && !markup.some(text => isCvat(text) && /<image[\s>]/.test(text))) return 'cvat-video';
  if (markup.some(isCvat)) return 'cvat';
  if (markup.some(isVoc)) return 'voc';
  // The largest first: lists of classes and notes lie beside them.
  const lists = files
    .filter(each => each.path.toLowerCase().endsWith('.json') && each.path !== archivePaths.classes)
    .toSorted((one, other) => other.size - one.size);
  let isSegments = false;
  for (const file of lists.slice(0, tries)) {
    const text = await textOf(file);
    const json = /"images"\s*:\s*\[/.test(text) ? jsonOf(text, file.path) : undefined;
    if (isCoco(json)) parsed.set(file, json);
    if (isCoco(json) && !hasSegments(json)) return 'coco';
    isSegments ||= isCoco(json);
    if (isLabelMeText(text)) return 'labelme';
    if (/^\s*\[\s*\{/.test(text) && /"(?:annotations|predictions)"\s*:/.test(text)) {
      const tasks = jsonOf(text, file.path);
      if (isLabelStudioVideo(tasks)) return 'label-studio-video';
      if (isLabelStudioText(tasks)) return 'label-studio-text';
      if (isLabelStudio(tasks)) return 'label-studio';
    }
  }
  if (isSegments) return 'coco-panoptic';
  for (const file of files.filter(each => /\.(?:geojson|json)$/i.test(each.path)).slice(0, tries))
    if (isGeoJsonText(await textOf(file))) return 'geojson';
  for (const file of files.filter(each => /\.(?:vtt|srt|csv|txt)$/i.test(each.path)).slice(0, tries)) {
    const text = await textOf(file);
    if (isMotPath(file.path) || isMotText(text)) return 'mot';
    if (cueTaskOf(file.path, text) !== undefined) return 'events';
  }
  if (paths.some(isConllName)) return 'conll';
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.ann')).slice(0, tries)) {
    const line = (await textOf(file)).split(/\r\n?|\n/).find(each => each.trim() !== '');
    // Nothing was marked yet in an empty one.
    if (line === undefined ? paths.includes(file.path.replace(/\.ann$/i, '.txt')) : isBratLine(line)) return 'brat';
  }
  for (const file of files
    .filter(each => /\.(?:jsonl|ndjson|json)$/i.test(each.path) || isPlainName(each.path))
    .slice(0, tries)) {
    const line = (await textOf(file)).split(/\r\n?|\n/).find(each => each.trim() !== '');
    if (line?.trimStart().startsWith('{') === true && isProdigy(jsonOf(line, file.path))) return 'prodigy';
  }
  if (looksLikeYolo(paths)) return 'yolo';
  for (const file of files.filter(each => isPlainName(each.path)).slice(0, tries))
    if (looksLikeConll(await textOf(file))) return 'conll';
  return looksLikeMasks(paths) ? 'masks' : undefined;
}

const jsonOf = (text: string, path: string): unknown => {
  try {
    return parseJson(text, path);
  } catch {
    return undefined;
  }
};
