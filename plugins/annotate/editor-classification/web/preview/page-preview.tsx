import { Loader } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { JSX } from 'react';
import { FileCard } from './file-card.tsx';
import type { PreviewedEditor } from './preview-controls.ts';
import { stillPage } from './still-page.ts';
import { shownText, textOf } from './text-preview.tsx';
import { useFile } from '#plugins/annotate/editor/web/kit/index.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/**
 * A web page or drawing that was uploaded, still: in a frame without any rights, in which nothing runs or is fetched.
 */
export function PagePreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const file = useFile(editor.item, shownText);
  const frame = useRef<HTMLIFrameElement>(null);
  const found = useMemo(() => {
    if (file.state !== 'there') return undefined;
    const read = textOf(file.bytes, file.whole);
    return 'problem' in read ? read : { page: stillPage(read.text) };
  }, [file]);
  useEffect(() => {
    // The frame can do nothing with keys; a click into it must not take them away.
    const back = (): void => {
      setTimeout(() => {
        if (document.activeElement === frame.current) frame.current?.blur();
      });
    };
    window.addEventListener('blur', back);
    return () => window.removeEventListener('blur', back);
  }, []);
  if (file.state === 'loading')
    return (
      <div className={classes['card']}>
        <Loader size="sm" aria-label={messages.pagePreview.loadingThePage} />
      </div>
    );
  if (file.state === 'failed') return <FileCard editor={editor} reason={file.reason} onRetry={file.again} />;
  if (found === undefined || 'problem' in found) return <FileCard editor={editor} reason={found?.problem ?? ''} />;
  return (
    <>
      <iframe
        ref={frame}
        className={classes['page']}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={found.page}
        title={editor.item.name}
        tabIndex={-1}
        data-preview="html"
      />
      <div className={classes['under']}>
        {file.whole ? messages.pagePreview.stillView : messages.pagePreview.stillViewOfFirst5Mb}
      </div>
    </>
  );
}
