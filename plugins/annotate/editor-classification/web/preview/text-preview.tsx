import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import { readText, UnreadableText } from '#plugins/workspace/items/common/index.ts';
import { FileCard } from './file-card.tsx';
import { useFile } from '#plugins/annotate/editor/web/kit/index.ts';
import type { PreviewedEditor } from './preview-controls.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/** Bytes of a text that are shown. */
export const shownText = 5 * 1024 * 1024;

const sizes = [11, 12, 13, 15, 17, 20, 24];

/** A text as it is, its lines wrapped. Only those in sight are laid out. */
export function TextPreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const file = useFile(editor.item, shownText);
  const found = useMemo(() => (file.state === 'there' ? textOf(file.bytes, file.whole) : undefined), [file]);
  if (file.state === 'loading')
    return (
      <div className={classes['card']}>
        <Loader size="sm" aria-label={messages.textPreview.loadingTheText} />
      </div>
    );
  if (file.state === 'failed') return <FileCard editor={editor} reason={file.reason} onRetry={file.again} />;
  if (found === undefined || 'problem' in found) return <FileCard editor={editor} reason={found?.problem ?? ''} />;
  return <Lines editor={editor} text={found.text} whole={file.whole} />;
}

/** The text of a file, or why it is none. A character cut at the end of a part is left out. */
export function textOf(bytes: Uint8Array, whole: boolean): { readonly text: string } | { readonly problem: string } {
  let end = bytes.length;
  if (!whole) {
    while (end > 0 && (bytes[end - 1]! & 0xc0) === 0x80) end -= 1;
    if (end > 0 && bytes[end - 1]! >= 0xc0) end -= 1;
  }
  try {
    return { text: readText(bytes.subarray(0, end)) };
  } catch (error) {
    if (error instanceof UnreadableText) return { problem: error.message };
    throw error;
  }
}

/** Longest line that is laid out as one, in characters: a file of one line is no reason to wait. */
const LONGEST = 4000;

const pieces = (line: string): readonly string[] =>
  line.length <= LONGEST
    ? [line]
    : Array.from({ length: Math.ceil(line.length / LONGEST) }, (_, at) => line.slice(at * LONGEST, (at + 1) * LONGEST));

function Lines({
  editor,
  text,
  whole,
}: {
  readonly editor: PreviewedEditor;
  readonly text: string;
  readonly whole: boolean;
}): JSX.Element {
  const lines = useMemo(() => text.split('\n').flatMap(pieces), [text]);
  const scroller = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(13);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size * 1.6,
    overscan: 20,
  });
  useEffect(() => rows.measure(), [rows, size]);
  useEffect(
    () =>
      editor.control({
        page: step =>
          scroller.current?.scrollBy({
            top: Number.isFinite(step)
              ? step * scroller.current.clientHeight * 0.9
              : step > 0
                ? scroller.current.scrollHeight
                : -scroller.current.scrollHeight,
          }),
        zoom: to =>
          setSize(now =>
            to === 'in'
              ? (sizes.find(each => each > now) ?? now)
              : to === 'out'
                ? (sizes.findLast(each => each < now) ?? now)
                : 13,
          ),
      }),
    [editor],
  );
  return (
    <div
      ref={scroller}
      className={classes['text']}
      style={{ fontSize: size }}
      tabIndex={0}
      role="region"
      aria-label={messages.textPreview.text}
      data-preview="text"
    >
      <div style={{ position: 'relative', height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={rows.measureElement}
            data-index={index}
            className={classes['line']}
            style={{ transform: `translateY(${start}px)` }}
          >
            {lines[index] === '' ? '\u00a0' : lines[index]}
          </div>
        ))}
      </div>
      {whole ? undefined : <p className={classes['muted']}>{messages.textPreview.onlyTheFirst5Mb}</p>}
    </div>
  );
}
