import { Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { FileCard } from './file-card.tsx';
import { MediaPreview } from './media-preview.tsx';
import { PagePreview } from './page-preview.tsx';
import { PicturePreview } from './picture-preview.tsx';
import { TablePreview } from './table-preview.tsx';
import { TextPreview } from './text-preview.tsx';
import type { PreviewedEditor } from './preview-controls.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

// Their readers are large, and wanted by few.
const DicomPreview = lazy(() => import('./dicom-preview.tsx'));
const PdfPreview = lazy(() => import('./pdf-preview.tsx'));

/** The item as far as a page can show it; all else has a card. */
export function Preview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element | undefined {
  // A picture is drawn on the stage below.
  if (editor.stage !== undefined) return undefined;
  return (
    <div className={classes['preview']}>
      <Suspense
        fallback={
          <div className={classes['card']}>
            <Loader size="sm" aria-label={messages.preview.loadingThePreview} />
          </div>
        }
      >
        <Kind editor={editor} />
      </Suspense>
    </div>
  );
}

function Kind({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const { kind, item } = editor;
  if (item.url === '') return <FileCard editor={editor} reason={messages.preview.fileWasNotFoundInStorage} />;
  switch (kind) {
    case 'image':
      return <PicturePreview editor={editor} />;
    case 'dicom':
      return <DicomPreview editor={editor} />;
    case 'pdf':
      return <PdfPreview editor={editor} />;
    case 'audio':
    case 'video':
      return <MediaPreview editor={editor} />;
    case 'html':
      return <PagePreview editor={editor} />;
    case 'table':
      return <TablePreview editor={editor} />;
    case 'text':
      return <TextPreview editor={editor} />;
    case 'file':
      return <FileCard editor={editor} reason={messages.preview.filesOfThisKind} />;
  }
}
