import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Icon } from '#core/ui/web/index.ts';
import { FileCard } from './file-card.tsx';
import { openPdf, UnreadablePdf } from '#plugins/editor/web/kit/pdf/pdf-file.ts';
import type { PreviewedEditor } from './preview-controls.ts';
import { useFile } from './use-file.ts';
import classes from '../classification.module.css';

const GAP = 12;
/** Most pixels of a page that is drawn. */
const MOST_PIXELS = 16_000_000;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A PDF, its pages one below the other; those in sight are drawn. */
export default function PdfPreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const file = useFile(editor.item);
  const [opened, setOpened] = useState<{ readonly document: PDFDocumentProxy; readonly first: PageSize } | { readonly problem: string }>();
  const bytes = file.state === 'there' ? file.bytes : undefined;
  useEffect(() => {
    if (bytes === undefined) return undefined;
    let gone = false;
    let close: (() => void) | undefined;
    openPdf(bytes).then(async pdf => {
      close = pdf.close;
      if (gone) return pdf.close();
      const { width, height } = (await pdf.document.getPage(1)).getViewport({ scale: 1 });
      if (gone) return undefined;
      editor.learned({ pages: pdf.document.numPages });
      return setOpened({ document: pdf.document, first: { width, height } });
    }).catch((error: unknown) => gone || setOpened({ problem: error instanceof UnreadablePdf ? error.message : 'It cannot be read.' }));
    return () => {
      gone = true;
      close?.();
    };
  }, [bytes, editor]);
  if (file.state === 'failed') return <FileCard editor={editor} reason={file.reason} onRetry={file.again} />;
  if (opened === undefined) return <div className={classes['card']}><Loader size="sm" aria-label="Loading the PDF" /></div>;
  return 'problem' in opened ? <FileCard editor={editor} reason={opened.problem} /> : <Pages editor={editor} {...opened} />;
}

function Pages({ editor, document, first }: { readonly editor: PreviewedEditor; readonly document: PDFDocumentProxy; readonly first: PageSize }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(1);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const scale = width === 0 ? 1 : Math.min(8, Math.max(0.1, (Math.min(width - 2 * GAP, 1100) / first.width) * zoom));
  const sizeOf = (index: number): PageSize => sizes.get(index) ?? first;
  const pages = useVirtualizer({ count: document.numPages, getScrollElement: () => scroller.current, estimateSize: index => sizeOf(index).height * scale + GAP, overscan: 1, paddingStart: GAP });
  useEffect(() => pages.measure(), [pages, scale, sizes]);
  useEffect(() => {
    const watch = new ResizeObserver(() => setWidth(scroller.current?.clientWidth ?? 0));
    watch.observe(scroller.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    editor.shows(page);
    return () => editor.shows(undefined);
  }, [editor, page]);
  useEffect(() => editor.control({
    page: step => pages.scrollToIndex(Math.max(0, Math.min(document.numPages - 1, page - 1 + step)), { align: 'start' }),
    zoom: to => setZoom(now => (to === 'in' ? Math.min(6, now * 1.25) : to === 'out' ? Math.max(0.2, now / 1.25) : to === 'fit' ? 1 : now / scale)),
  }), [editor, pages, document, page, scale]);
  const scrolled = (): void => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {};
    // The last page need not fill the screen.
    if (scrollTop + clientHeight >= scrollHeight - 2) return setPage(document.numPages);
    return setPage((pages.getVirtualItemForOffset(scrollTop + clientHeight / 3)?.index ?? 0) + 1);
  };
  return (
    <>
      <div ref={scroller} className={classes['pages']} tabIndex={0} role="region" aria-label={`Pages of ${editor.item.name}`} onScroll={scrolled} data-preview="pdf">
        <div style={{ position: 'relative', height: pages.getTotalSize(), minWidth: first.width * scale + 2 * GAP }}>
          {pages.getVirtualItems().map(({ index, start }) => (
            <Page key={`${index} ${scale}`} document={document} index={index} scale={scale} top={start} size={sizeOf(index)} onSize={size => setSizes(now => (now.get(index)?.height === size.height && now.get(index)?.width === size.width ? now : new Map(now).set(index, size)))} />
          ))}
        </div>
      </div>
      <div className={classes['pageBar']} role="group" aria-label="Pages">
        <Tooltip label="Page before  PageUp"><ActionIcon size="sm" aria-label="Page before" disabled={page <= 1} onClick={() => pages.scrollToIndex(page - 2, { align: 'start' })}><Icon name="up" size={14} /></ActionIcon></Tooltip>
        <span className={classes['figures']}>{page} / {document.numPages}</span>
        <Tooltip label="Next page  PageDown"><ActionIcon size="sm" aria-label="Next page" disabled={page >= document.numPages} onClick={() => pages.scrollToIndex(page, { align: 'start' })}><Icon name="down" size={14} /></ActionIcon></Tooltip>
        <Tooltip label="Zoom out  −"><ActionIcon size="sm" aria-label="Zoom out" onClick={() => setZoom(now => Math.max(0.2, now / 1.25))}><Icon name="zoomOut" size={14} /></ActionIcon></Tooltip>
        <span className={classes['figures']}>{Math.round(scale * 100)} %</span>
        <Tooltip label="Zoom in  +"><ActionIcon size="sm" aria-label="Zoom in" onClick={() => setZoom(now => Math.min(6, now * 1.25))}><Icon name="zoomIn" size={14} /></ActionIcon></Tooltip>
      </div>
    </>
  );
}

function Page({ document, index, scale, top, size, onSize }: { readonly document: PDFDocumentProxy; readonly index: number; readonly scale: number; readonly top: number; readonly size: PageSize; readonly onSize: (size: PageSize) => void }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  const told = useRef(onSize);
  useEffect(() => { told.current = onSize; });
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    document.getPage(index + 1).then(async page => {
      const plain = page.getViewport({ scale: 1 });
      told.current({ width: plain.width, height: plain.height });
      const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, plain.width * plain.height * scale * scale)));
      const viewport = page.getViewport({ scale: scale * sharpness });
      if (gone || canvas.current === null) return;
      canvas.current.width = Math.ceil(viewport.width);
      canvas.current.height = Math.ceil(viewport.height);
      const task = page.render({ canvas: canvas.current, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (!gone) setDrawn('drawn');
    }).catch(() => gone || setDrawn('failed'));
    return () => {
      gone = true;
      stop?.();
    };
  }, [document, index, scale]);
  return (
    <div className={classes['pdfPage']} style={{ top, width: size.width * scale, height: size.height * scale }} data-page={index + 1} data-drawn={drawn}>
      <canvas ref={canvas} aria-label={`Page ${index + 1}`} role="img" />
      {drawn === 'failed' ? <span className={classes['pageFault']}>This page cannot be shown.</span> : undefined}
    </div>
  );
}
