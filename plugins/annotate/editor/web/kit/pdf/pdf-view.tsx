import { ActionIcon, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../../messages.ts';
import { useFile } from '../use-file.ts';
import { openPdf, UnreadablePdf } from './pdf-file.ts';
import classes from './pdf.module.css';

const GAP = 12;
/** Most pixels of a page that is drawn. */
const MOST_PIXELS = 16_000_000;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Actions of the keyboard on a PDF. */
export interface PdfControls {
  /** Pages on; infinite for the first and the last. */
  readonly page: (step: number) => void;
  readonly zoom: (to: 'in' | 'out' | 'fit' | 'whole') => void;
}

/** Listener of a PDF on screen. */
export interface PdfListener {
  /** Takes what the keyboard can do; returns the way to take it back. */
  control(controls: PdfControls): () => void;
  learned(facts: { readonly pages: number }): void;
  /** The page on the screen, from 1; undefined when it goes. */
  shows(page: number | undefined): void;
}

interface PdfViewProps {
  /** Of our own origin. */
  readonly url: string;
  readonly name: string;
  readonly listener?: PdfListener;
  /** Placeholder for a PDF that cannot be shown; `again` loads it again. */
  readonly fault: (reason: string, again?: () => void) => JSX.Element;
}

/** A PDF, its pages one below the other; those in sight are drawn. It fills the element around it. */
export function PdfView({ url, name, listener, fault }: PdfViewProps): JSX.Element {
  const file = useFile({ url });
  const [opened, setOpened] = useState<
    { readonly document: PDFDocumentProxy; readonly first: PageSize } | { readonly problem: string }
  >();
  const bytes = file.state === 'there' ? file.bytes : undefined;
  useEffect(() => {
    if (bytes === undefined) return undefined;
    let gone = false;
    let close: (() => void) | undefined;
    openPdf(bytes)
      .then(async pdf => {
        close = pdf.close;
        if (gone) return pdf.close();
        const { width, height } = (await pdf.document.getPage(1)).getViewport({ scale: 1 });
        if (gone) return undefined;
        listener?.learned({ pages: pdf.document.numPages });
        return setOpened({ document: pdf.document, first: { width, height } });
      })
      .catch(
        (error: unknown) =>
          gone ||
          setOpened({ problem: error instanceof UnreadablePdf ? error.message : messages.pdfView.itCannotBeRead }),
      );
    return () => {
      gone = true;
      close?.();
    };
  }, [bytes, listener]);
  if (file.state === 'failed') return fault(file.reason, file.again);
  if (opened === undefined)
    return (
      <div className={classes['wait']}>
        <Loader size="sm" aria-label={messages.pdfView.loadingThePdf} />
      </div>
    );
  return 'problem' in opened ? fault(opened.problem) : <Pages name={name} listener={listener} {...opened} />;
}

function Pages({
  name,
  listener,
  document,
  first,
}: {
  readonly name: string;
  readonly listener: PdfListener | undefined;
  readonly document: PDFDocumentProxy;
  readonly first: PageSize;
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(1);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const scale = width === 0 ? 1 : Math.min(8, Math.max(0.1, (Math.min(width - 2 * GAP, 1100) / first.width) * zoom));
  const sizeOf = (index: number): PageSize => sizes.get(index) ?? first;
  const pages = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: index => sizeOf(index).height * scale + GAP,
    overscan: 1,
    paddingStart: GAP,
  });
  useEffect(() => pages.measure(), [pages, scale, sizes]);
  useEffect(() => {
    const watch = new ResizeObserver(() => setWidth(scroller.current?.clientWidth ?? 0));
    watch.observe(scroller.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    listener?.shows(page);
    return () => listener?.shows(undefined);
  }, [listener, page]);
  useEffect(
    () =>
      listener?.control({
        page: step =>
          pages.scrollToIndex(Math.max(0, Math.min(document.numPages - 1, page - 1 + step)), { align: 'start' }),
        zoom: to =>
          setZoom(now =>
            to === 'in'
              ? Math.min(6, now * 1.25)
              : to === 'out'
                ? Math.max(0.2, now / 1.25)
                : to === 'fit'
                  ? 1
                  : now / scale,
          ),
      }),
    [listener, pages, document, page, scale],
  );
  // Without a listener nobody takes the keys.
  const keyed = (title: string, key: string): string => (listener === undefined ? title : `${title}  ${key}`);
  const scrolled = (): void => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {};
    // The last page need not fill the screen.
    if (scrollTop + clientHeight >= scrollHeight - 2) return setPage(document.numPages);
    return setPage((pages.getVirtualItemForOffset(scrollTop + clientHeight / 3)?.index ?? 0) + 1);
  };
  return (
    <>
      <div
        ref={scroller}
        className={classes['pages']}
        tabIndex={0}
        role="region"
        aria-label={messages.pdfView.pagesOfName(name)}
        onScroll={scrolled}
        data-preview="pdf"
      >
        <div style={{ position: 'relative', height: pages.getTotalSize(), minWidth: first.width * scale + 2 * GAP }}>
          {pages.getVirtualItems().map(({ index, start }) => (
            <Page
              key={`${index} ${scale}`}
              document={document}
              index={index}
              scale={scale}
              top={start}
              size={sizeOf(index)}
              onSize={size =>
                setSizes(now =>
                  now.get(index)?.height === size.height && now.get(index)?.width === size.width
                    ? now
                    : new Map(now).set(index, size),
                )
              }
            />
          ))}
        </div>
      </div>
      <div className={classes['pageBar']} role="group" aria-label={messages.pdfView.pages}>
        <Tooltip label={keyed(messages.pdfView.pageBefore, 'PageUp')}>
          <ActionIcon
            size="sm"
            aria-label={messages.pdfView.pageBefore}
            disabled={page <= 1}
            onClick={() => pages.scrollToIndex(page - 2, { align: 'start' })}
          >
            <Icon name="up" size={14} />
          </ActionIcon>
        </Tooltip>
        <span className={classes['figures']}>
          {page} / {document.numPages}
        </span>
        <Tooltip label={keyed(messages.pdfView.nextPage, 'PageDown')}>
          <ActionIcon
            size="sm"
            aria-label={messages.pdfView.nextPage}
            disabled={page >= document.numPages}
            onClick={() => pages.scrollToIndex(page, { align: 'start' })}
          >
            <Icon name="down" size={14} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={keyed(messages.shared.zoomOut, '−')}>
          <ActionIcon
            size="sm"
            aria-label={messages.shared.zoomOut}
            onClick={() => setZoom(now => Math.max(0.2, now / 1.25))}
          >
            <Icon name="zoomOut" size={14} />
          </ActionIcon>
        </Tooltip>
        <span className={classes['figures']}>{Math.round(scale * 100)} %</span>
        <Tooltip label={keyed(messages.shared.zoomIn, '+')}>
          <ActionIcon
            size="sm"
            aria-label={messages.shared.zoomIn}
            onClick={() => setZoom(now => Math.min(6, now * 1.25))}
          >
            <Icon name="zoomIn" size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  );
}

function Page({
  document,
  index,
  scale,
  top,
  size,
  onSize,
}: {
  readonly document: PDFDocumentProxy;
  readonly index: number;
  readonly scale: number;
  readonly top: number;
  readonly size: PageSize;
  readonly onSize: (size: PageSize) => void;
}): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  const latestOnSize = useRef(onSize);
  useEffect(() => {
    latestOnSize.current = onSize;
  });
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    document
      .getPage(index + 1)
      .then(async page => {
        const plain = page.getViewport({ scale: 1 });
        latestOnSize.current({ width: plain.width, height: plain.height });
        const sharpness = Math.min(
          window.devicePixelRatio,
          Math.sqrt(MOST_PIXELS / Math.max(1, plain.width * plain.height * scale * scale)),
        );
        const viewport = page.getViewport({ scale: scale * sharpness });
        if (gone || canvas.current === null) return;
        canvas.current.width = Math.ceil(viewport.width);
        canvas.current.height = Math.ceil(viewport.height);
        const task = page.render({ canvas: canvas.current, viewport });
        stop = () => task.cancel();
        await task.promise;
        if (!gone) setDrawn('drawn');
      })
      .catch(() => gone || setDrawn('failed'));
    return () => {
      gone = true;
      stop?.();
    };
  }, [document, index, scale]);
  return (
    <div
      className={classes['pdfPage']}
      style={{ top, width: size.width * scale, height: size.height * scale }}
      data-page={index + 1}
      data-drawn={drawn}
    >
      <canvas ref={canvas} aria-label={messages.pdfView.pageCount(index + 1)} role="img" />
      {drawn === 'failed' ? (
        <span className={classes['pageFault']}>{messages.pdfView.thisPageCannotBeShown}</span>
      ) : undefined}
    </div>
  );
}
